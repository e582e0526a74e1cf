import { type Browser, expect, type Page } from '@playwright/test';
import type { StaffScope } from '@/contract/core/permissions';
import { type ApiSession, apiSession, callApi, keepSession, sessionOf, settled, word } from './browser';
import { baseUrl, type ServerName } from './servers';

interface Person {
  id: number;
  name: string;
  email: string;
  password: string;
}

interface Message {
  recipient: string;
  template: string;
  body: string;
}

export const newPassword = 'Snegir2026';

let made = 0;

/** A unique name, in letters that are valid in an e-mail and in a storefront address. */
export function unique(): string {
  made += 1;
  return `${Date.now().toString(36)}${process.pid.toString(36)}${made}`;
}

/** The last e-mail or SMS of a kind to somebody; waits until it is written. */
export async function lastMessage(
  recipient: string,
  template: string,
  server: ServerName = 'plain',
): Promise<string> {
  const admin = await apiSession('admin', server);
  let body = '';
  await expect
    .poll(
      async () => {
        const { data } = await callApi<{ data: Message[] }>(
          admin,
          'GET',
          'dev/outbox?limit=50',
          undefined,
          server,
        );
        body = data.find((one) => one.recipient === recipient && one.template === template)?.body ?? '';
        return body;
      },
      { message: `a ${template} to ${recipient}` },
    )
    .not.toBe('');
  return body;
}

/** The link in an e-mail. */
export async function linkTo(recipient: string, template: string): Promise<string> {
  const link = /https?:\S+/.exec(await lastMessage(recipient, template))?.[0];
  if (!link) throw new Error(`No link in the ${template} to ${recipient}`);
  return link;
}

/** An owner without shops whose e-mail is confirmed. One address may register ten times an hour. */
export async function newOwner(): Promise<Person & { session: ApiSession }> {
  const person = await make(
    (body) =>
      post<ApiSession>('register', {
        ...body,
        permission: 'store_owner',
        accepts_personal_data: true,
        accepts_terms: true,
      }),
    'Владимир Новиков',
  );
  const session = await sessionOf(person.email, person.password);
  const { id } = await callApi<{ id: number }>(session, 'GET', 'me');
  return { ...person, id, session };
}

/** A member of staff in the second owner's shop who has accepted the invitation. */
export async function newStaff(scopes: readonly StaffScope[] = ['orders']): Promise<Person> {
  const owner = await apiSession('owner2');
  const { shops } = await callApi<{ shops: { id: number }[] }>(owner, 'GET', 'me');
  const person = { name: 'Вера Сотникова', email: `e2e-${unique()}@demo.ru`, password: newPassword };
  const { id } = await callApi<Person>(owner, 'POST', 'staffs', { ...person, shop_id: shops[0]?.id, scopes });
  const { searchParams } = new URL(await linkTo(person.email, 'invitation'));
  await post('reset-password', { ...Object.fromEntries(searchParams), password: person.password });
  return { ...person, id };
}

async function make(create: (body: object) => Promise<unknown>, name: string) {
  const person = { name, email: `e2e-${unique()}@demo.ru`, password: newPassword };
  await create(person);
  await fetch(await linkTo(person.email, 'confirm-email'));
  return person;
}

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`${baseUrl('plain')}rest/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Another person's browser, signed in when there is a session; closed after the test. */
export async function otherPage(browser: Browser, session?: ApiSession): Promise<Page> {
  const context = await browser.newContext();
  if (session) await keepSession(context, session);
  return context.newPage();
}

/** Types e-mail and password on the login page. */
export async function typeCredentials(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.goto('./login');
  await page.getByLabel(word('text-email')).fill(email);
  await page.getByLabel(word('text-password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: word('button-login'), exact: true }).click();
}

/** Waits until the person is in the panel. */
export async function expectInside(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/admin\/?$/);
  await settled(page);
}

/** Somebody else ended the session: the panel notices it immediately. */
export async function expectSentAway(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/admin\/login/);
}
