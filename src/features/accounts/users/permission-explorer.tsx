import '@/lib/i18n/family-words';
import '@/lib/i18n/form-words';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Card } from '@/components/ui/card';
import { users } from '@/contract/accounts/users';
import type { User } from '@/contract/accounts/users/schema';
import { useOne } from '@/lib/api/use-record';
import { actionAccess, actions, screenAccess, screens } from './access';
import { AccessPages } from './access-pages';
import { AccessTable } from './access-table';
import { PersonScope } from './person-scope';

const people = { endpoint: 'users', labelKey: 'name', searchKey: 'name' };

const views = ['pages', 'actions'] as const;

/**
 * What a person may open and do, and why: the very lists that the gate and the API decide by, so it cannot tell
 * otherwise than they do.
 */
export function PermissionExplorer() {
  const { t, i18n } = useTranslation(['form', 'common']);
  const router = useRouter();
  const id = typeof router.query.id === 'string' ? router.query.id : '';
  const query = useOne(users, id, i18n.language, id !== '');
  const title = t('common:text-permission-explorer');
  const label = t('form:people.explorer.person');
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
            <Field id="field-person" label={label} hint={t('form:people.explorer.hint')}>
              {(control) => (
                <RemotePicker
                  {...{ control, label }}
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
              title={t('form:people.explorer.nobody')}
              text={t('form:people.explorer.nobody-text')}
            />
          </Card>
        ) : (
          // The API answers a family's own rows; the engine knows only their base.
          <QueryBoundary query={{ ...query, data: query.data as User | undefined }}>
            {(user) => <Access user={user} />}
          </QueryBoundary>
        )}
      </div>
    </>
  );
}

function Access({ user }: { user: User }) {
  const { t } = useTranslation('form');
  const [view, setView] = useState<string>('pages');
  // Who is banned has no session, whatever they hold.
  const held: string[] = user.is_active ? user.permissions.map(({ name }) => name) : [];
  const label = t('form:people.explorer.view');
  return (
    <>
      <PersonScope user={user} />
      <div className="max-w-md">
        <RadioGroup
          control={{
            id: 'access-view',
            'aria-invalid': false,
            'aria-describedby': undefined,
            'aria-required': undefined,
          }}
          name="access-view"
          {...{ label }}
          value={view}
          options={views.map((value) => ({ value, label: t(`form:people.explorer.views.${value}`) }))}
          onChange={setView}
        />
      </div>
      {view === 'pages' ? (
        <>
          <AccessPages held={held} />
          <AccessTable
            title={t('form:people.explorer.root-screens')}
            columns={screens}
            rows={screenAccess(held, 'root')}
            word={(screen) => t(`form:people.explorer.screens.${screen}`)}
          />
          <AccessTable
            title={t('form:people.explorer.shop-screens')}
            columns={screens}
            rows={screenAccess(held, 'shop')}
            word={(screen) => t(`form:people.explorer.screens.${screen}`)}
          />
        </>
      ) : (
        <AccessTable
          title={t('form:people.explorer.actions-title')}
          text={t('form:people.explorer.actions-text')}
          columns={actions}
          rows={actionAccess(held)}
          word={(action) => t(`form:people.explorer.actions.${action}`)}
        />
      )}
    </>
  );
}
