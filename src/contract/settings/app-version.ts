/** Version of an app build: three numbers without leading zeros. */
const versionPattern = /^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/;

export function isAppVersion(text: unknown): text is string {
  return typeof text === 'string' && versionPattern.test(text);
}

/** Compares by numbers: 1.10.0 is newer than 1.9.0. Negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const index = (left ?? []).findIndex((number, at) => number !== right?.[at]);
  return index < 0 ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0);
}
