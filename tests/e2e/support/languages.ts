import { type ApiSession, callApi } from './browser';

/** English is offered on the server for languages, besides what it offers already. */
export async function offerEnglish(admin: ApiSession): Promise<void> {
  const { options } = await callApi<Settings>(admin, 'GET', 'settings', undefined, 'languages');
  if (options.languages.includes('en')) return;
  const body = { options: { languages: [...options.languages, 'en'] } };
  await callApi(admin, 'POST', 'settings', body, 'languages');
}

interface Settings {
  options: { languages: string[] };
}
