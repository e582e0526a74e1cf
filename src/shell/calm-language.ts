/**
 * Makes the document keep a language that is written again: the router does so after every change of page, and browsers
 * then style each element of the page anew, a tenth of a second on a slow machine.
 */
export function keepLanguageCalm(): void {
  const root = document.documentElement;
  Object.defineProperty(root, 'lang', {
    configurable: true,
    get: () => root.getAttribute('lang') ?? '',
    set: (language: string) => {
      if (root.getAttribute('lang') !== language) root.setAttribute('lang', language);
    },
  });
}
