/**
 * Ignores writes of an unchanged `lang` attribute: the router writes it after every navigation, and browsers then
 * restyle the whole page, a tenth of a second on a slow machine.
 */
export function skipUnchangedLanguage(): void {
  const root = document.documentElement;
  Object.defineProperty(root, 'lang', {
    configurable: true,
    get: () => root.getAttribute('lang') ?? '',
    set: (language: string) => {
      if (root.getAttribute('lang') !== language) root.setAttribute('lang', language);
    },
  });
}
