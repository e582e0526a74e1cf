/** What a value of a row is called: a related record by its name, everything else by itself. Empty when there is none. */
function writtenName(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const row: Record<string, unknown> = { ...value };
  return String(row.name ?? row.label ?? row.title ?? row.value ?? row.id ?? '');
}

/** The names of several, those left out that have none. */
export function writtenNames(value: unknown): string[] {
  return [value ?? []].flat().map(writtenName).filter(Boolean);
}

/** The address of a site as a link may carry it, and what to call it; undefined for what is no web address. */
export function siteLink(text: string): { href: string; host: string } | undefined {
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
    if (!/^https?:$/.test(url.protocol)) return undefined;
    return { href: url.href, host: url.host.replace(/^www\./, '') };
  } catch {
    return undefined;
  }
}
