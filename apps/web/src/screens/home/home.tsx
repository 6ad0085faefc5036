import { Screen } from '../../shell/screen.tsx'

export default function Home() {
  return <Screen>Home</Screen>
}
