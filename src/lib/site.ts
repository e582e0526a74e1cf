/** Base path of the panel (specification §2). Next adds it to links, but not to API calls and cookies. */
export const basePath = '/admin';
