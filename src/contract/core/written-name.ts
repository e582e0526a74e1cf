/** Display name of a row's value: a related record's name, or the value itself. Empty when there is none. */
function writtenName(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const row: Record<string, unknown> = { ...value };
  return String(row.name ?? row.label ?? row.title ?? row.value ?? row.id ?? '');
}

/** Display names of several values, without empty ones. */
export function writtenNames(value: unknown): string[] {
  return [value ?? []].flat().map(writtenName).filter(Boolean);
}

/** A web address as a safe link with its host; undefined for anything else. */
export function siteLink(text: string): { href: string; host: string } | undefined {
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
    if (!/^https?:$/.test(url.protocol)) return undefined;
    return { href: url.href, host: url.host.replace(/^www\./, '') };
  } catch {
    return undefined;
  }
}
