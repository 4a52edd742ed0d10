export default function Actors() {
  return <h1>Actors</h1>
}
