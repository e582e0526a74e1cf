interface PolicySettings {
  dev: boolean;
  /** The API when it is on another origin than the pages. */
  apiUrl: string | undefined;
  /** Where browsers send uploads and load private files from, when that is not this server. */
  storageUrl: string | undefined;
  /** Where else the pictures come from. */
  pictureOrigins: readonly string[];
}

/** `Content-Security-Policy` of the pages: scripts from here only, pictures and requests to what is configured only. */
export function contentPolicy({ dev, apiUrl, storageUrl, pictureOrigins }: PolicySettings): string {
  const others = [apiUrl, storageUrl].flatMap((url) => (url ? [new URL(url).origin] : []));
  const list = (...sources: string[]) => [...new Set(sources)].join(' ');
  const policy = {
    'default-src': "'self'",
    'script-src': dev ? "'self' 'unsafe-eval' 'unsafe-inline'" : "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': list("'self'", 'data:', 'blob:', ...others, ...pictureOrigins),
    'connect-src': list("'self'", ...others, ...(dev ? ['ws:'] : [])),
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
