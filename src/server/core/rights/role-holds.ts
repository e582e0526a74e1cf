import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Level, levels, type Right } from '@/contract/core/areas';

/** Condition on `users`: no role keeps the person from the right. */
export function roleHolds(right: Right): RawBuilder<SqlBool> {
  const [area = '', level] = right.split(':');
  const enough = levels.slice(levels.indexOf(level as Level));
  return sql<SqlBool>`(users.role_id is null or exists (select from roles where roles.id = users.role_id
    and roles.areas ->> ${area} = any(${enough}::text[])))`;
}
