import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { migrate } from '@/server/core/db/migrate';
import { openForCommand } from '@/server/core/db/open-for-command';
import { readEnv } from '@/server/core/env';
import { toAppError } from '@/server/core/errors';
import { inTransaction } from '@/server/core/transaction';
import { type AdminInput, type AdminOutcome, makeAdminAccount } from '@/server/modules/accounts/make-admin';

/**
 * `npm run admin:create -- --email anna@shop.ru --name "Анна Белова"`: creates an administrator of an empty
 * installation. Asks for what is missing; the password comes from ADMIN_PASSWORD or hidden input, never from the
 * command line, which other users can see. With `--new-password` it replaces that of an existing account.
 */
const told: Record<AdminOutcome, string> = {
  created: 'is an administrator now: a new account.',
  granted: 'is an administrator now: the account was there, its name and password are as they were.',
  unchanged: 'is an administrator already: nothing was changed.',
  'new-password': 'has the new password; all sessions were ended.',
};

/** Reason for refusing an input, in the words of a command-line user. */
const refusals: Record<string, string> = {
  'error-password-format':
    'The password is too weak: at least 8 characters with a digit, a lower-case and an upper-case letter.',
  'error-password-common':
    'This password is too common, or made of the name or the e-mail address. Choose words that nobody expects.',
  'error-password-required': 'A password is needed: set ADMIN_PASSWORD, or run this in a terminal.',
  'error-name-required': 'A name is needed: --name "Anna Belova".',
  'error-email-required': 'An e-mail address is needed: --email anna@shop.ru.',
  'error-email-format': 'That is no e-mail address.',
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const env = readEnv();
  const { values } = parseArgs({
    options: { email: { type: 'string' }, name: { type: 'string' }, 'new-password': { type: 'boolean' } },
  });
  const email = values.email ?? (await ask('E-mail: ')) ?? '';
  const { db, close } = await openForCommand(env);
  try {
    await migrate(db);
    const known = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    const isNewPassword = values['new-password'] ?? false;
    const given: AdminInput = {
      email,
      isNewPassword,
      ...(!known && { name: values.name ?? (await ask('Name: ')) }),
      ...((!known || isNewPassword) && {
        password: env.adminPassword || (await ask('Password: ', true)),
      }),
    };
    const ctx = {
      db,
      user: null,
      now: new Date(),
      locale: defaultLanguage,
      ip: '',
      requestId: 'admin-create',
    };
    const outcome = await inTransaction({ ...ctx, publicUrl: env.publicUrl }, (inside) =>
      makeAdminAccount(inside, given),
    );
    process.stdout.write(`${email.trim().toLowerCase()} ${told[outcome]}\n`);
    if (outcome === 'created') process.stdout.write(`Sign in at ${env.publicUrl}/admin/login\n`);
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await close();
  }
}

function reasonOf(error: unknown): string {
  const { fields } = toAppError(error);
  const [key] = Object.values(fields ?? {}).flat();
  if (key !== undefined)
    return ownValue(refusals, key) ?? `Refused: ${Object.keys(fields ?? {}).join(', ')} (${key})`;
  return error instanceof Error ? error.message : String(error);
}

/** Asks in the terminal; undefined without one. */
async function ask(question: string, isSecret = false): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answer = terminal.question(question);
    isHidden = isSecret;
    return await answer;
  } finally {
    terminal.close();
    if (isSecret) process.stdout.write('\n');
  }
}
