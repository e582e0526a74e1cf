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
