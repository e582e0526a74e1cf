/** Older ones run neither TypeScript files nor the embedded database's lock (`node:sqlite`). */
const oldestNode = '22.18';

/** Why this Node is refused, and what to do; undefined for one that will do. */
export function oldNodeAdvice(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Node ${version} is too old: use ${oldestNode} or newer, or start with npm, which brings one on Linux.`;
}
