import { mostPlayersFound, searchPlayers } from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Button } from '../../../web/src/ui/button.tsx'
import { Field } from '../../../web/src/ui/field.tsx'
import { useCall } from '../call.ts'
import { AddressForm } from '../parts/address-form.tsx'
import { when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Table } from '../parts/table.tsx'
import { nameColumn, playerColumn } from '../parts/who.tsx'

/** Finds players by anything that they may name. The address has the search. */
export function Players() {
  const [address, setAddress] = useSearchParams()
  const text = address.get('text') ?? ''
  return (
    <>
      <Heading name="Players" />
      <AddressForm
        at={text}
        onSend={(form) => setAddress({ text: String(form.get('text')).trim() })}
        className="flex items-end gap-3"
      >
        <Field
          label="Id, name, phone, e-mail, invite code, wallet, transaction or chain hash"
          name="text"
          type="search"
          defaultValue={text}
          required
          dense
          className="mt-3.5 min-w-0 grow"
        />
        <Button size="medium" type="submit">
          Search
        </Button>
      </AddressForm>
      {text !== '' && <Found text={text} />}
    </>
  )
}

function Found({ text }: { text: string }) {
  const found = useCall(searchPlayers, { text })
  return (
    <Loaded query={found}>
      {(players) => (
        <Table
          name="Found"
          rows={players}
          keyOf={({ player }) => player}
          empty="No player found. Check the id, number or address."
          most={mostPlayersFound}
          columns={[
            playerColumn,
            nameColumn,
            { head: 'Since', text: ({ createdAt }) => when(createdAt) },
            {
              head: 'State',
              text: ({ frozen, closed }) => (closed ? 'closed' : frozen ? 'frozen' : 'open'),
            },
          ]}
        />
      )}
    </Loaded>
  )
}
