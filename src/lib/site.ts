/** The path everything is served under (specification §2). Next adds it to links; nothing adds it to API calls and cookies. */
export const basePath = '/admin';
