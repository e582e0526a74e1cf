import { familyRight } from './access';
import type { Capability } from './capabilities';
import { type Access, type Action, action } from './core/action';
import type { AnyResource } from './core/define';
import { ownValue } from './core/own-value';
import { type Allow, adminOnly, adminOwnerStaff, withStaff } from './core/permissions';
import { ownFamilies } from './family-pages';

/** What money or a person hangs on, by family: decided, where that of other families is written. */
const decided: Readonly<Record<string, readonly string[]>> = {
  withdraws: ['update', 'remove', 'restore', 'bulkRemove', 'bulkSet', 'previewBulkSet'],
  refunds: ['update', 'remove'],
  orders: ['remove'],
};

/** What a server of the dialect may lack of a family that it has, by action. */
const offered: Readonly<Record<string, Partial<Record<string, Capability>>>> = {
  'delivery-classes': {
    create: 'delivery-class-editing',
    read: 'delivery-class-editing',
    update: 'delivery-class-editing',
    remove: 'delivery-class-editing',
  },
  'attribute-values': { read: 'attribute-value-editing' },
  staffs: { read: 'staff-editing', update: 'staff-editing' },
};

/** Of a family that is ours altogether, its own name. */
const capabilityOf = (name: string, key: string): Capability | undefined =>
  ownValue(offered, name)?.[key] ??
  (name in ownFamilies || name === 'roles' ? (name as Capability) : undefined);

/** The right to read and to write rows. Without an area a family has none, which stops the start. */
const rightsOf = (name: string) => ({
  read: familyRight(name, 'read') as Access,
  write: (key: string) =>
    familyRight(name, ownValue(decided, name)?.includes(key) ? 'decide' : 'write') as Access,
});

/** What the engine serves of the rows of a family. */
export function rowActions({ name, endpoint: all, allow }: AnyResource) {
  const one = `${all}/:key` as const;
  const { read, write } = rightsOf(name);
  // A list that customers read has no tabs outside the panel.
  const panel = allow.list === 'public' ? adminOwnerStaff : allow.list.filter((each) => each !== 'customer');
  return {
    list: action(`GET ${all}`, 'A page of rows.', {
      right: read,
      allow: allow.list,
      capability: capabilityOf(name, 'list'),
    }),
    countTabs: action(`GET ${all}/counts`, 'How many rows each tab has.', {
      right: read,
      allow: panel,
      capability: 'counts',
    }),
    read: action(`GET ${one}`, 'One row, by id or slug.', {
      right: read,
      allow: allow.read,
      capability: capabilityOf(name, 'read'),
    }),
    create: action(`POST ${all}`, 'Makes a row.', {
      right: write('create'),
      allow: allow.create,
      capability: capabilityOf(name, 'create'),
      idempotent: true,
    }),
    update: action(`PUT, PATCH ${one}`, 'Changes what was sent of a row.', {
      right: write('update'),
      allow: allow.update,
      capability: capabilityOf(name, 'update'),
      idempotent: true,
    }),
    remove: action(`DELETE ${one}`, 'Moves a row to the trash.', {
      right: write('remove'),
      allow: allow.remove,
      capability: capabilityOf(name, 'remove'),
    }),
    uses: action(`GET ${one}/uses`, 'What uses a row.', {
      right: read,
      allow: allow.remove,
      capability: 'uses',
    }),
    restore: action(`POST ${one}/restore`, 'Puts a row back from the trash.', {
      right: write('restore'),
      allow: allow.remove,
      capability: 'restore',
    }),
  } satisfies Record<string, Action>;
}

/** What the engine serves of many rows of a family at once. */
export function bulkActions(resource: AnyResource) {
  const { name, endpoint: all, allow } = resource;
  const { read, write } = rightsOf(name);
  return {
    exportList: action(`GET ${all}/export`, 'The rows of a list as CSV.', {
      right: read,
      allow: allowedExporters(resource),
      capability: 'export',
      inView: false,
    }),
    bulkRemove: action(`POST ${all}/bulk/remove`, 'Moves several rows to the trash.', {
      right: write('bulkRemove'),
      allow: allow.remove,
      capability: 'bulk',
    }),
    bulkUses: action(`POST ${all}/bulk/uses`, 'What uses several rows.', {
      right: read,
      allow: allow.remove,
      capability: 'bulk',
      inView: true,
    }),
    bulkSet: action(`POST ${all}/bulk/set`, 'Sets a field of several rows.', {
      right: write('bulkSet'),
      allow: allow.update,
      capability: 'bulk',
    }),
    previewBulkSet: action(
      `POST ${all}/bulk/set/preview`,
      'What setting a field of several rows would change.',
      {
        right: write('previewBulkSet'),
        allow: allow.update,
        capability: 'bulk',
      },
    ),
    bulkUndo: action(`POST ${all}/bulk/:key/undo`, 'Takes a change of several rows back.', {
      right: write('bulkUndo'),
      allow: adminOwnerStaff,
      capability: 'bulk',
    }),
  } satisfies Record<string, Action>;
}

export const familyActions = (resource: AnyResource) => ({
  ...rowActions(resource),
  ...bulkActions(resource),
});

/** Who may take a list out as a file: the storefront may read such a list page by page, the full export is for the panel. */
export function allowedExporters({ allow, scope }: AnyResource): Allow {
  if (scope && allow.list !== adminOnly) return withStaff(scope);
  return allow.list === 'public' ? adminOwnerStaff : allow.list.filter((each) => each !== 'customer');
}
