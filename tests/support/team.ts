import { permissionsOfRole } from '@/contract/core/permissions';
import type { Database } from '@/server/core/context';
import { type BuiltUser, buildUser } from './factories';

/** A person of the team with a ready role, by its key, or with a role of these areas. */
export async function buildMember(db: Database, role: string | Record<string, string>): Promise<BuiltUser> {
  const user = await buildUser(db, { role: 'super_admin' });
  await db
    .updateTable('users')
    .set({ role_id: typeof role === 'string' ? await readyRole(db, role) : await buildRole(db, role) })
    .where('id', '=', user.id)
    .execute();
  return user;
}

export async function readyRole(db: Database, key: string): Promise<number> {
  const { id } = await db.selectFrom('roles').select('id').where('key', '=', key).executeTakeFirstOrThrow();
  return id;
}

export async function buildRole(
  db: Database,
  areas: Record<string, string>,
  kind: 'team' | 'shop' = 'team',
): Promise<number> {
  const { id } = await db
    .insertInto('roles')
    .values({ name: 'Роль', kind, areas: JSON.stringify(areas) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What the account of a person of the team stores. */
export const teamPermissions = [...permissionsOfRole.super_admin];
