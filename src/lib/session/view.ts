import { type Credentials, viewKey } from './session';

/** Opens the panel in this tab with the session of a view, at `path`; afterwards this page is shown again. */
export function enterView({ token, permissions, role }: Credentials, path: string): void {
  const back = window.location.href;
  window.sessionStorage.setItem(viewKey, JSON.stringify({ token, permissions, role, back }));
  window.location.assign(path);
}

/** The person has read that the view is over. */
export const forgetView = (): void => window.sessionStorage.removeItem(viewKey);
