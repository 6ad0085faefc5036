import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'

/** Says once a visit that there are terms to accept. It disturbs no round. */
export default function NewTerms() {
  const [later, setLater] = useState(false)
  const navigate = useNavigate()
  return (
    <Sheet open={!later} onClose={() => setLater(true)} title="New terms">
      <p className="mt-1.5 text-ink2">
        Our terms have changed. Please read and accept them: until you have, nothing can be
        deposited once they are in effect. You can withdraw at any time.
      </p>
      <Button
        size="tall"
        className="mt-4"
        onClick={() => {
          setLater(true)
          void navigate('/account/terms-conditions')
        }}
      >
        Read the terms
      </Button>
      <Button look="line" className="mt-2.5" onClick={() => setLater(true)}>
        Later
      </Button>
    </Sheet>
  )
}
