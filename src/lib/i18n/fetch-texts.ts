import { env } from '@/lib/env';
import { basePath } from '@/lib/site';

const asked = new Map<string, Promise<object>>();

/** The file of a dictionary. The hash of all of them lets browsers keep it. */
export function textsUrl(language: string, namespace: string): string {
  return `${basePath}/locales/${language}/${namespace}.json?v=${env.textsVersion}`;
}

/** The texts of a dictionary, requested once; after a failure anew. */
export function fetchTexts(language: string, namespace: string): Promise<object> {
  const url = textsUrl(language, namespace);
  const known = asked.get(url);
  if (known) return known;
  const texts = requestTexts(url);
  asked.set(url, texts);
  texts.catch(() => asked.delete(url));
  return texts;
}

async function requestTexts(url: string): Promise<object> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return (await answer.json()) as object;
}
