export { default, loader, clientLoader } from "./home.tsx"
