import type { HttpHandler } from 'msw';
import { adminOnly, adminOwner, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import { notifyLogsEndpoint } from '@/contract/messaging/notifications';
import type { SettingsOptions } from '@/contract/settings/index';
import { savedViewsEndpoint } from '@/contract/settings/saved-views';
import { type Call, endpoint } from './endpoint';
import { Refusal } from './refusal';
import { requirePerson } from './session';
import type { World } from './world';

/** Endpoints outside the families: those whose data changes, and then the recorded answers. */
export function panelHandlers(world: World): HttpHandler[] {
  const paths = new Set(Object.values(world.people).flatMap(({ answers }) => Object.keys(answers)));
  return [
    endpoint(world, ['get', 'settings'], 'public', () => world.settings),
    endpoint(world, ['post', 'settings'], adminOnly, saveSettings),
    endpoint(world, ['get', `${notifyLogsEndpoint}/unread`], signedIn, (call) => ({
      total: unread(call).length,
    })),
    endpoint(world, ['get', notifyLogsEndpoint], signedIn, notificationPage),
    endpoint(world, ['post', 'notify-log-seen'], signedIn, seeNotification),
    endpoint(world, ['post', 'notify-log-read-all'], signedIn, (call) => {
      for (const each of unread(call)) each.is_read = true;
      return true;
    }),
    endpoint(world, ['get', savedViewsEndpoint], signedIn, () => []),
    endpoint(world, ['get', 'audit'], adminOwnerStaff, () => pageOfAll([])),
    endpoint(world, ['get', 'my-shops'], adminOwner, ({ person }) =>
      world.tables.shops.filter(({ id }) => requirePerson(person).shopIds.includes(id)),
    ),
    ...[...paths].map((path) => endpoint(world, ['get', path], signedIn, (call) => answerTo(call, path))),
  ];
}

/** The first recorded answer whose parameters the request has: recordings begin with the narrowest. */
function answerTo({ person, query }: Call, path: string): unknown {
  const fits = ([key, value]: [string, string]) => query.get(key) === value;
  const answers = requirePerson(person).answers[path] ?? [];
  const found = answers.find((each) => Object.entries(each.query).every(fits));
  if (!found) throw new Refusal('FORBIDDEN');
  return found.body;
}

function saveSettings({ world, body }: Call) {
  const { settings } = world;
  const { version, options } = body;
  if (version !== undefined && version !== settings.version)
    throw new Refusal('CONFLICT', { current: settings });
  const known = Object.entries(options ?? {}).filter(([key]) => key in settings.options);
  settings.options = { ...settings.options, ...(Object.fromEntries(known) as Partial<SettingsOptions>) };
  settings.version += 1;
  settings.updated_at = new Date().toISOString();
  return settings;
}

const own = ({ person }: Call) => requirePerson(person).notifications;
const unread = (call: Call) => own(call).filter(({ is_read }) => !is_read);

function notificationPage(call: Call) {
  const type = call.query.get('notify_type');
  return pageOfAll(own(call).filter(({ notify_type }) => type === null || notify_type === type));
}

function seeNotification(call: Call) {
  const found = own(call).find(({ id }) => id === Number(call.body.id));
  if (!found) throw new Refusal('NOT_FOUND');
  found.is_read = true;
  return found;
}

const pageOfAll = (data: readonly unknown[]) => ({
  data,
  current_page: 1,
  last_page: 1,
  per_page: Math.max(1, data.length),
  total: data.length,
  from: data.length > 0 ? 1 : null,
  to: data.length > 0 ? data.length : null,
});
