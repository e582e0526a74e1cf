import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useState } from 'react';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Editable } from '@/components/form/editable';
import { FormFrame } from '@/components/form/form-frame';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { LinkButton } from '@/components/ui/link-button';
import { type AloneLimits, demandKeys } from '@/contract/accounts/roles/limits';
import type { RoleRow as Role } from '@/contract/accounts/roles/schema';
import type { LevelByArea, Right } from '@/contract/core/areas';
import { familyPaths } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { useAfterSave } from '@/crud/form/resource-form';
import { useSave } from '@/crud/form/use-save';
import type { FormProps, Row } from '@/crud/types';
import { toClientError } from '@/lib/api/errors';
import { useDraftKey } from '@/lib/form/use-draft';
import { useFormField } from '@/lib/form/use-form-field';
import { type RecordForm, useRecordForm } from '@/lib/form/use-record-form';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useRoleName } from '../role-name';
import { allAreas, listAreaChanges, withinGiver } from './role-changes';
import { RoleDemands } from './role-demands';
import { RoleEffect } from './role-effect';
import { RoleMatrix } from './role-matrix';
import { type TeamMember, useAssignRole, useTeam, useTeamRoles } from './use-roles';

interface RoleFormProps extends FormProps {
  /** Keys of the menu's entries that rights open. */
  menuOf: (rights: readonly Right[]) => string[];
}

/** Composes a role: the matrix of areas and levels, and what a real person gains and loses by it. */
export function RoleForm(props: RoleFormProps) {
  const { data: ready } = useTeamRoles();
  const { query } = useRouter();
  const role = props.row as Role | undefined;
  // The values of a new form are those of its base, which must be there first.
  const isBased = !role && typeof query.from === 'string';
  if (isBased && !ready) return null;
  const base = isBased ? ready?.find(({ id }) => String(id) === query.from) : undefined;
  return <Opened {...props} role={role} base={base} ready={ready ?? []} />;
}

interface OpenedProps extends RoleFormProps {
  role: Role | undefined;
  /** The role that a new one starts from. */
  base: Role | undefined;
  ready: readonly Role[];
}

const textOf = (_key: string, shown: unknown) => (typeof shown === 'string' ? shown : '—');

function Opened({ resource, row, role, base, ready, menuOf }: OpenedProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const labels = useLabels(resource);
  const nameOf = useRoleName();
  const giver = usePermissions();
  const mayAssign = useMay('team:decide');
  const people = useTeam();
  const [personId, setPersonId] = useState<number>();
  const person =
    people.find(({ id }) => id === personId) ?? (role && people.find((one) => one.role?.id === role.id));
  const record = useRoleRecord({ resource, row, base, person });
  const areas = useController({ name: 'areas', control: record.form.control }).field;
  const value = areas.value as LevelByArea;
  const isNew = person !== undefined && person.role?.id !== role?.id;
  const before = isNew ? (person.role?.areas ?? allAreas) : (role?.areas ?? base?.areas ?? {});
  const waits = useWaiting({ family: 'roles', id: role?.id ?? 0 }, role !== undefined);
  const mayWrite = useMay('team:write') && !waits.some(({ kind }) => kind === 'role');
  const isReady = Boolean(role?.key);
  const { list } = familyPaths(resource);
  const labelOf = (key: string) => (key === 'areas' ? t('accounts:roles.matrix.title') : labels.field(key));
  return (
    <Editable value={mayWrite}>
      <FormFrame
        record={record}
        title={role ? nameOf(role) : labels.text('new')}
        parent={{ href: list, label: labels.text('title') }}
        badge={role && <Standing role={role} />}
        actions={
          isReady &&
          mayWrite && (
            <LinkButton href={`${list}?role=new&from=${role?.id}`} variant="primary">
              {t('accounts:roles.copy')}
            </LinkButton>
          )
        }
        top={role && <SecondPerson family="roles" id={role.id} />}
        cancelHref={list}
        saveLabel={isNew && mayAssign ? t('accounts:roles.bar.assign') : undefined}
        note={<Sum before={before} after={value} />}
        side={
          <RoleEffect
            people={mayAssign ? people : people.filter((one) => role && one.role?.id === role.id)}
            person={person}
            before={before}
            menuOf={menuOf}
            after={value}
            onChoose={setPersonId}
          />
        }
        labelOf={labelOf}
        textOf={textOf}
      >
        <Name form={record.form} note={isReady ? t('accounts:roles.read-only') : undefined}>
          {!isReady && <ReadyRoles ready={ready} value={value} giver={giver} onStart={areas.onChange} />}
        </Name>
        <RoleMatrix
          before={before}
          value={value}
          giver={giver}
          isReadOnly={isReady || !mayWrite}
          onChange={areas.onChange}
        />
        <RoleDemands form={record.form} areas={value} isReadOnly={!mayWrite} />
      </FormFrame>
    </Editable>
  );
}

/** Whether a role comes with the product, and how many people have it. */
function Standing({ role }: { role: Role }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      {role.key && <Badge tone="accent">{t('accounts:roles.badge.ready')}</Badge>}
      <span className="text-small text-ink-second">
        {t('accounts:roles.badge.people', { count: role.people_count })}
      </span>
    </>
  );
}

interface RecordProps {
  resource: FormProps['resource'];
  row: Row | undefined;
  base: Role | undefined;
  person: TeamMember | undefined;
}

function useRoleRecord({ resource, row, base, person }: RecordProps): RecordForm {
  const { t } = useTranslation('form');
  const save = useSave(resource);
  const assign = useAssignRole();
  const mayAssign = useMay('team:decide');
  const navigate = useAfterSave(resource, undefined);
  return useRecordForm<Row>({
    record: row,
    valuesOf: (one) => {
      const role = one as Role | undefined;
      return {
        name: role?.name ?? '',
        areas: role?.areas ?? base?.areas ?? {},
        two_factor_from: role?.two_factor_from ?? '',
        sign_in_provider: role?.sign_in_provider ?? null,
        alone_limits: limitsOf(role?.alone_limits),
      };
    },
    schema: resource.schema,
    save: async (body, version, _seen, idempotencyKey) => {
      const saved = await save.mutateAsync({
        id: row?.id,
        version,
        language: defaultLanguage,
        body: (row as Role | undefined)?.key ? pick(body, demandKeys) : { kind: 'team', ...body },
        idempotencyKey,
      });
      // Whoever has the role already has its new rights.
      if (person && mayAssign && person.role?.id !== saved.id)
        await assign.mutateAsync({ id: person.id, role_id: saved.id }).catch((reason: unknown) => {
          // The role is stored; giving it waits for a second person, and that has been said.
          if (toClientError(reason).status !== 202) throw reason;
        });
      return saved;
    },
    onSaved: (saved) => navigate(saved, row ? 'update' : 'create'),
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey(resource.name, '', row?.id) },
  });
}

const limitsOf = ({ payout, refund }: AloneLimits = {}) => ({
  payout: payout ?? null,
  refund: refund ?? null,
});

const pick = (values: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));

interface PartProps {
  form: UseFormReturn<FieldValues>;
}

function Name({ form, note, children }: PartProps & { note: string | undefined; children: ReactNode }) {
  const { t } = useTranslation(['accounts', 'form']);
  const { field, error } = useFormField(form, 'name');
  if (note) return <p className="rounded-card bg-accent-soft px-4 py-3 text-accent-ink">{note}</p>;
  return (
    <Card>
      <div className="grid gap-x-6 gap-y-4 @xl:grid-cols-[14rem_minmax(0,1fr)]">
        <Field
          as={Input}
          id="field-name"
          label={t('accounts:roles.fields.name')}
          error={error}
          isRequired
          {...field}
          value={String(field.value)}
          maxLength={120}
        />
        {children}
      </div>
    </Card>
  );
}

interface ReadyProps {
  ready: readonly Role[];
  value: LevelByArea;
  giver: readonly string[];
  onStart: (areas: LevelByArea) => void;
}

/** Starts from the rights of a ready role, as far as the giver has them. */
function ReadyRoles({ ready, value, giver, onStart }: ReadyProps) {
  const { t } = useTranslation('accounts');
  const nameOf = useRoleName();
  const starts = [
    ...ready
      .filter(({ key }) => key)
      .map((role) => ({
        key: String(role.id),
        name: nameOf(role),
        about: t(`accounts:roles.about.${role.key}`),
        areas: withinGiver(role.areas, giver),
      })),
    { key: 'scratch', name: t('accounts:roles.ready.scratch'), about: undefined, areas: {} },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t('accounts:roles.ready.title')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {starts.map(({ key, name, about, areas }) => {
          const isOn = listAreaChanges(areas, value).length === 0;
          return (
            <button
              key={key}
              type="button"
              aria-pressed={isOn}
              title={about}
              onClick={() => onStart(areas)}
              className={`min-h-9 rounded-full border px-3 font-medium pointer-coarse:min-h-10 ${isOn ? 'border-accent-soft bg-accent-soft text-accent-ink' : 'border-line hover:bg-sunken'}`}
            >
              {name}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** `4 права добавятся, 2 уйдут. Действует сразу.` */
function Sum({ before, after }: { before: LevelByArea; after: LevelByArea }) {
  const { t } = useTranslation('accounts');
  const changes = listAreaChanges(before, after);
  const more = changes.filter(({ isMore }) => isMore).length;
  const less = changes.length - more;
  const word = (key: string, count = 0) => t(`accounts:roles.bar.${key}`, { count });
  if (changes.length === 0) return <span className="text-ink-second">{word('same')}</span>;
  const parts = [more > 0 && word('adds', more), less > 0 && word('removes', less)].filter(Boolean);
  return (
    <span className="text-ink-second">
      {parts.join(', ')}. {word('soon')}
    </span>
  );
}
