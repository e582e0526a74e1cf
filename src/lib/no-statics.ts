/** Stands in for `hoist-non-react-statics` in the browser (next.config.js): there are no statics to copy. */
// biome-ignore lint/style/noDefaultExport: the library that it stands in for has one
export default function keepStatics<Component>(target: Component): Component {
  return target;
}
