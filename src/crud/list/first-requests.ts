import { api } from '@/lib/api/client';

/** Path of a list in a language, and the API address of its first page. */
export type FirstList = (language: string) => { path: string; list: string } | undefined;

/** Requests that `public/early.js` sends before the scripts have loaded, as JSON for a meta tag. */
export function firstRequests(language: string, list: FirstList | undefined): string {
  return JSON.stringify({
    settings: api.address('settings', { language }),
    me: api.address('me'),
    token: api.address('token'),
    ...list?.(language),
  });
}
