import { Minus, Plus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import { Card } from '@/components/ui/card';
import { type LevelByArea, listRights, type Right } from '@/contract/core/areas';
import { useRoleName } from '../role-name';
import { gainsAndLosses } from './role-changes';
import type { TeamMember } from './use-roles';

interface RoleEffectProps {
  people: readonly TeamMember[];
  person: TeamMember | undefined;
  onChoose: (id: number | undefined) => void;
  before: LevelByArea;
  after: LevelByArea;
  /** Keys of the menu's entries that rights open. */
  menuOf: (rights: readonly Right[]) => string[];
}

/** What one real person gains, loses and finds in the menu, before anything is saved. */
export function RoleEffect({ people, person, onChoose, before, after, menuOf }: RoleEffectProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const nameOf = useRoleName();
  const { gains, losses } = gainsAndLosses(before, after);
  const word = (key: string, more = {}) => t(`accounts:roles.effect.${key}`, more);
  const now = person && (person.role ? word('now', { role: nameOf(person.role) }) : word('now-all'));
  return (
    <Card title={person ? word('title', { name: person.name }) : word('nobody')} {...(now && { text: now })}>
      {people.length > 0 && (
        <div className="mb-4">
          <label htmlFor="role-person" className="mb-1 block text-small text-ink-second">
            {word('person')}
          </label>
          <Select
            id="role-person"
            value={String(person?.id ?? '')}
            options={[
              { value: '', label: word('none') },
              ...people.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
          />
        </div>
      )}
      <div aria-live="polite" className="grid gap-4">
        {gains.length + losses.length === 0 && <p className="text-ink-second">{word('same')}</p>}
        <Rights isMore rights={gains} />
        <Rights isMore={false} rights={losses} />
      </div>
      <MenuChange before={menuOf(listRights(before))} after={menuOf(listRights(after))} />
    </Card>
  );
}

function Rights({ isMore, rights }: { isMore: boolean; rights: readonly Right[] }) {
  const { t } = useTranslation('accounts');
  if (rights.length === 0) return null;
  const Icon = isMore ? Plus : Minus;
  const tone = isMore ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad';
  return (
    <section>
      <h3 className={`mb-1.5 text-small font-semibold ${isMore ? 'text-good' : 'text-bad'}`}>
        {t(`accounts:roles.effect.${isMore ? 'gets' : 'loses'}`)}
      </h3>
      <ul className="grid gap-1.5">
        {rights.map((right) => (
          <li key={right} className="flex items-start gap-2 font-medium">
            <span className={`mt-0.5 grid size-4 shrink-0 place-items-center rounded-full ${tone}`}>
              <Icon aria-hidden="true" className="size-3" strokeWidth={3} />
            </span>
            {t(`accounts:roles.rights.${right.replace(':', '.')}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function MenuChange({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const { t } = useTranslation(['accounts', 'common']);
  const added = after.filter((one) => !before.includes(one));
  const removed = before.filter((one) => !after.includes(one));
  const rest = after.length - added.length;
  const chip = 'rounded-badge px-2 py-0.5 text-small font-medium';
  const nameOf = (key: string) => t(key.includes(':') ? key : `common:${key}`);
  return (
    <section className="mt-4">
      <h3 className="mb-1.5 text-small font-semibold text-ink-second">{t('accounts:roles.effect.menu')}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {added.map((key) => (
          <li key={key} className={`${chip} bg-good-soft text-good`}>
            + {nameOf(key)}
          </li>
        ))}
        {removed.map((key) => (
          <li key={key} className={`${chip} bg-bad-soft text-bad`}>
            <del>{nameOf(key)}</del>
          </li>
        ))}
        {rest > 0 && (
          <li className={`${chip} bg-line-faint text-ink-second`}>
            {t('accounts:roles.effect.others', { count: rest })}
          </li>
        )}
      </ul>
      {after.length === 0 && (
        <p className="mt-1.5 text-small text-ink-second">{t('accounts:roles.effect.no-menu')}</p>
      )}
    </section>
  );
}
