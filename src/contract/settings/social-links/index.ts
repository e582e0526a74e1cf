import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import { networks } from './networks';
import type { SocialLink, SocialLinkInput } from './schema';

export const socialLinks = defineResource<SocialLink, SocialLinkInput, 'social-links'>({
  name: 'social-links',
  domain: 'settings',
  schema: () => import('./schema').then((module) => module.socialLinkSchema),
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (link) => link.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'icon', kind: 'icon', hidden: true },
    { key: 'url', kind: 'link' },
    { key: 'position', kind: 'number', sort: true },
    { key: 'is_active', kind: 'switch' },
    { key: 'updated_at', kind: 'relative', sort: true, hidden: true },
  ],
  fields: [
    { key: 'icon', kind: 'select', required: true, options: networks },
    { key: 'name', kind: 'text', required: true },
    { key: 'url', kind: 'text', required: true },
    { key: 'position', kind: 'number', side: true },
    { key: 'is_active', kind: 'switch', side: true },
  ],
  filters: [{ key: 'is_active', via: 'param', kind: 'switch' }],
  search: { name: 'like', icon: 'eq' },
  defaultSort: { orderBy: 'position', sortedBy: 'asc' },
  initial: { icon: 'vk', position: 0, is_active: true },
});
