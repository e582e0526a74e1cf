import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Chips } from '@/components/ui/chips';
import { TextLink } from '@/components/ui/text-link';
import { users } from '@/contract/accounts/users';
import type { User } from '@/contract/accounts/users/schema';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { actionAccess, actions, type FamilyAccess, pageAccess, screenAccess, screens } from './access';
import { AccessMark } from './access-mark';
import { useAccessReason } from './use-access-reason';

const people = { endpoint: 'users' };

const views = ['pages', 'actions'] as const;

/**
 * What a person may open and do, and why: computed from the same lists as in the gate and the API, so it cannot
 * disagree with them.
 */
export function PermissionExplorer() {
  const { t, i18n } = useTranslation(['accounts', 'common']);
  const router = useRouter();
  const id = typeof router.query.id === 'string' ? router.query.id : '';
  const query = useOne(users, id, i18n.language, id !== '');
  const title = t('common:text-permission-explorer');
  const label = t('accounts:people.explorer.person');
  const choose = (picked: number | undefined) =>
    void router.replace(
      picked === undefined ? '/users/permissions' : `/users/permissions?id=${picked}`,
      undefined,
      { shallow: true },
    );
  return (
    <>
      <PageHeader title={title} />
      <div className="mt-4 grid gap-4">
        <Card>
          <div className="max-w-md">
            <Field id="field-person" label={label} hint={t('accounts:people.explorer.hint')}>
              {(control) => (
                <RemotePicker
                  control={control}
                  label={label}
                  relation={people}
                  value={id === '' ? null : (query.data ?? null)}
                  onChange={(picked) => choose([picked ?? []].flat()[0]?.id)}
                />
              )}
            </Field>
          </div>
        </Card>
        {id === '' ? (
          <Card>
            <EmptyState
              picture="search"
              title={t('accounts:people.explorer.nobody')}
              text={t('accounts:people.explorer.nobody-text')}
            />
          </Card>
        ) : (
          // The API returns rows of this family; the engine types only their base.
          <QueryBoundary query={{ ...query, data: query.data as User | undefined }}>
            {(user) => <Access user={user} />}
          </QueryBoundary>
        )}
      </div>
    </>
  );
}

function Access({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const [view, setView] = useState<string>('pages');
  // A banned person has no session, whatever their permissions.
  const held: string[] = user.is_active ? user.permissions.map(({ name }) => name) : [];
  return (
    <>
      <PersonScope user={user} />
      <div className="max-w-md">
        <RadioGroup
          control={{ id: 'access-view' }}
          name="access-view"
          label={t('accounts:people.explorer.view')}
          value={view}
          options={views.map((value) => ({ value, label: t(`accounts:people.explorer.views.${value}`) }))}
          onChange={setView}
        />
      </div>
      {view === 'pages' ? (
        <>
          <AccessPages held={held} />
          <AccessTable
            title={t('accounts:people.explorer.root-screens')}
            columns={screens}
            rows={screenAccess(held, 'root')}
            word={(screen) => t(`accounts:people.explorer.screens.${screen}`)}
          />
          <AccessTable
            title={t('accounts:people.explorer.shop-screens')}
            columns={screens}
            rows={screenAccess(held, 'shop')}
            word={(screen) => t(`accounts:people.explorer.screens.${screen}`)}
          />
        </>
      ) : (
        <AccessTable
          title={t('accounts:people.explorer.actions-title')}
          text={t('accounts:people.explorer.actions-text')}
          columns={actions}
          rows={actionAccess(held)}
          word={(action) => t(`accounts:people.explorer.actions.${action}`)}
        />
      )}
    </>
  );
}

/** Pages outside the families, each with yes or no and the reason. */
function AccessPages({ held }: { held: readonly string[] }) {
  const { t } = useTranslation(['form', 'common', 'accounts']);
  const why = useAccessReason();
  return (
    <Card title={t('accounts:people.explorer.pages-title')}>
      <ul className="grid gap-x-8 @2xl:grid-cols-2">
        {pageAccess(held).map(({ path, name, verdict }) => (
          <li key={path} className="flex items-start gap-3 border-b border-line-faint py-2.5">
            <AccessMark verdict={verdict} />
            <span className="min-w-0">
              <span className="font-medium">{t(name, { defaultValue: path })}</span>
              <span aria-hidden="true" className="block text-small text-ink-second">
                {why(verdict)}
              </span>
            </span>
            <code dir="ltr" className="ms-auto hidden min-w-0 text-small break-all text-ink-second @md:block">
              {path}
            </code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface AccessTableProps<Column extends string> {
  title: string;
  text?: string;
  columns: readonly Column[];
  rows: readonly FamilyAccess<Column>[];
  /** Name of a column. */
  word: (column: Column) => string;
}

/** Allowed actions by family; an empty cell means that there is no such screen. */
function AccessTable<Column extends string>(props: AccessTableProps<Column>) {
  const { title, text, columns, rows, word } = props;
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <Card title={title} {...(text && { text })}>
      <div className="-mx-4 overflow-x-auto desk:-mx-5">
        <table className="w-full border-collapse text-start">
          <thead>
            <tr className="border-b border-line text-small text-ink-second">
              <th
                scope="col"
                className="sticky start-0 bg-surface px-4 py-2 text-start font-medium desk:px-5"
              >
                {t('accounts:people.explorer.family')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-2 text-center font-medium whitespace-nowrap">
                  {word(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ family, cells }) => (
              <tr key={family} className="border-b border-line-faint last:border-b-0">
                <th
                  scope="row"
                  className="sticky start-0 min-w-40 bg-surface px-4 py-2 text-start font-medium desk:px-5"
                >
                  {t(`common:families.${family}`)}
                </th>
                {columns.map((column) => {
                  const verdict = cells[column];
                  return (
                    <td key={column} className="px-3 py-2 text-center">
                      {verdict && <AccessMark verdict={verdict} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** The person's roles, scopes, and the shops where they apply. */
function PersonScope({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const labels = useLabels(users);
  const names: string[] = user.permissions.map(({ name }) => name);
  const words = [
    ...names.filter((name) => !name.includes(':')).map((name) => labels.option('permissions', name)),
    ...names
      .filter((name) => name.startsWith('staff:'))
      .map((name) => labels.option('scopes', name.slice(6))),
  ];
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={user.name} path={user.profile.avatar?.thumbnail} size="normal" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <TextLink href={`/users/${user.id}`} className="font-semibold break-words">
              {user.name}
            </TextLink>
            {!user.is_active && <Badge tone="bad">{t('accounts:people.banned.title')}</Badge>}
          </p>
          <p className="mt-0.5 text-ink-second">{useScope(user)}</p>
        </div>
        <Chips names={words} most={9} />
      </div>
    </Card>
  );
}

/** The rows that the permissions cover, as in the server's filters (policies/own-shop). */
function useScope({ permissions, shops = [], managed_shop: workplace }: User): string {
  const { t } = useTranslation('accounts');
  const holds = (role: string) => permissions.some(({ name }) => name === role);
  if (holds('super_admin')) return t('accounts:people.explorer.scope.all');
  const own = holds('store_owner') ? shops : holds('staff') && workplace ? [workplace] : [];
  const names = own.map(({ name }) => `«${name}»`).join(', ');
  if (names !== '') return t('accounts:people.explorer.scope.shops', { names });
  return t(
    holds('store_owner') || holds('staff')
      ? 'accounts:people.explorer.scope.none'
      : 'accounts:people.explorer.scope.self',
  );
}
