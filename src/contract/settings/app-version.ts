/** Numbers of app builds as stores show them: three, without leading zeros (reference pages §3.18). */
const versionPattern = /^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/;

export function isAppVersion(text: unknown): text is string {
  return typeof text === 'string' && versionPattern.test(text);
}

/** Below, equal to or above zero as the first is older, the same or newer: by numbers, 1.10.0 is newer than 1.9.0. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const place = (a ?? []).findIndex((number, index) => number !== b?.[index]);
  return place < 0 ? 0 : (a?.[place] ?? 0) - (b?.[place] ?? 0);
}
