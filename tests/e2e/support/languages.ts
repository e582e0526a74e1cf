import { type ApiSession, callApi } from './browser';

/** Switches a language on at the server for languages, in addition to the others. */
export async function offer(admin: ApiSession, language: 'en' | 'ar'): Promise<void> {
  const { options } = await callApi<Settings>(admin, 'GET', 'settings', undefined, 'languages');
  if (options.languages.includes(language)) return;
  const body = { options: { languages: [...options.languages, language] } };
  await callApi(admin, 'POST', 'settings', body, 'languages');
}

interface Settings {
  options: { languages: string[] };
}
