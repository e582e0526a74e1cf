/** The file behind a link that services of files give people to share; any other link as it is (docs/formats: links to pictures). */
export function directLink(link: string): string {
  const url = new URL(link);
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'dropbox.com') {
    url.searchParams.delete('dl');
    url.searchParams.set('raw', '1');
    return url.href;
  }
  if (host === 'drive.google.com') {
    const id = /\/file\/d\/([\w-]+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('id');
    return id ? `https://drive.google.com/uc?export=download&id=${encodeURIComponent(id)}` : link;
  }
  // Whatever the name ends with, the answer has the type of the picture.
  const [, picture] = /^\/(\w{5,10})$/.exec(url.pathname) ?? [];
  if ((host === 'imgur.com' || host === 'm.imgur.com') && picture)
    return `https://i.imgur.com/${picture}.jpg`;
  return link;
}

/** Where Яндекс Диск says the address of a shared file, as JSON `href`. */
export function yandexQuestion(link: string): string | undefined {
  const { hostname } = new URL(link);
  if (!/^(?:disk\.yandex\.[a-z.]{2,6}|yadi\.sk)$/.test(hostname)) return undefined;
  return `https://cloud-api.yandex.net/v1/disk/public/resources/download?public_key=${encodeURIComponent(link)}`;
}
