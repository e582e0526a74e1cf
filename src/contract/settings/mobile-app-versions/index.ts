import { defineResource } from '@/contract/core/define';
import { ownValue } from '@/contract/core/own-value';
import { adminOnly } from '@/contract/core/permissions';
import type { MobileAppVersion, MobileAppVersionInput } from './schema';

/** In their makers' spelling. */
const names: Record<string, string> = { ios: 'iOS', android: 'Android' };

export const mobileAppVersions = defineResource<MobileAppVersion, MobileAppVersionInput, 'app-versions'>({
  name: 'mobile-app-versions',
  domain: 'settings',
  endpoint: 'app-versions',
  schema: () => import('./schema').then((module) => module.mobileAppVersionSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (row) => `${ownValue(names, row.platform) ?? row.platform} ${row.app_version}`,
  columns: [
    { key: 'app_version', kind: 'title', sort: true, note: (row) => row.notes },
    { key: 'platform', kind: 'text', sort: true },
    { key: 'build', kind: 'number', sort: true },
    { key: 'min_version', kind: 'text' },
    { key: 'is_force_update', kind: 'switch' },
    { key: 'released_at', kind: 'date', sort: true },
    { key: 'url', kind: 'link', hidden: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'app_version', kind: 'text', required: true },
    { key: 'notes', kind: 'textarea', rows: 6 },
    { key: 'url', kind: 'text' },
    { key: 'platform', kind: 'select', required: true, side: true, options: ['ios', 'android'] },
    { key: 'build', kind: 'number', side: true },
    { key: 'min_version', kind: 'text', side: true },
    { key: 'released_at', kind: 'datetime', side: true },
    { key: 'is_force_update', kind: 'switch', side: true },
  ],
  filters: [
    { key: 'platform', via: 'param', kind: 'select', options: ['ios', 'android'] },
    { key: 'is_force_update', via: 'param', kind: 'switch' },
  ],
  search: { app_version: 'like', platform: 'eq' },
  translatable: ['notes'],
  initial: { platform: 'ios' },
});
