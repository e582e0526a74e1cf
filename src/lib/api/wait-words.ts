/** Translation key and count of the waiting time after too many attempts. */
export function waitWords(seconds: number) {
  return seconds < 60
    ? (['common:text-too-many-attempts-seconds', { count: Math.max(1, Math.ceil(seconds)) }] as const)
    : (['common:text-too-many-attempts', { count: Math.ceil(seconds / 60) }] as const);
}
