import { Check, Lock } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Select } from '@/components/inputs/select';
import { type Area, type Level, type LevelByArea, levels } from '@/contract/core/areas';
import { useIsPhone } from '@/lib/hooks/use-is-phone';
import { areaIcons } from './area-icons';
import { type AreaChange, areaNames, hasLevel, isAbove, listAreaChanges } from './role-changes';

interface RoleMatrixProps {
  /** What is, and what will be. */
  before: LevelByArea;
  value: LevelByArea;
  /** Permissions of the person who composes the role. */
  giver: readonly string[];
  isReadOnly: boolean;
  onChange: (value: LevelByArea) => void;
}

const choices = ['none', ...levels] as const;
type Choice = (typeof choices)[number];

const columns =
  'grid grid-cols-[minmax(8.5rem,12rem)_repeat(4,3.75rem)_minmax(0,1fr)_auto] items-center gap-x-1 px-4 desk:px-5';

/** One row for each area, one column for each level; on a phone a list of areas with a select each. */
export function RoleMatrix(props: RoleMatrixProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const isPhone = useIsPhone();
  const changes = listAreaChanges(props.before, props.value);
  const set = (area: Area, choice: Choice) => {
    const { [area]: _, ...others } = props.value;
    props.onChange(choice === 'none' ? others : { ...others, [area]: choice });
  };
  const rowOf = (area: Area) => ({
    area,
    giver: props.giver,
    isReadOnly: props.isReadOnly,
    now: props.before[area] ?? ('none' as const),
    chosen: props.value[area] ?? ('none' as const),
    change: changes.find((one) => one.area === area),
    onChoose: (choice: Choice) => set(area, choice),
  });
  return (
    <section
      aria-label={t('accounts:roles.matrix.title')}
      className="overflow-hidden rounded-card border border-line bg-surface"
    >
      {isPhone ? (
        <ul className="divide-y divide-line-faint">
          {areaNames.map((area) => (
            <PhoneRow key={area} {...rowOf(area)} />
          ))}
        </ul>
      ) : (
        <>
          <div
            aria-hidden="true"
            className={`${columns} border-b border-line py-2.5 text-small font-semibold`}
          >
            <span>{t('accounts:roles.matrix.area')}</span>
            {choices.map((choice) => (
              <span key={choice} className="text-center first-letter:uppercase">
                {t(`common:levels.${choice}`)}
              </span>
            ))}
            <span />
            <span>{t('accounts:roles.matrix.change')}</span>
          </div>
          <div className="divide-y divide-line-faint">
            {areaNames.map((area) => (
              <AreaRow key={area} {...rowOf(area)} />
            ))}
          </div>
          <Legend />
        </>
      )}
    </section>
  );
}

interface AreaRowProps {
  area: Area;
  now: Choice;
  chosen: Choice;
  change: AreaChange | undefined;
  giver: readonly string[];
  isReadOnly: boolean;
  onChoose: (choice: Choice) => void;
}

const rowTone = (change: AreaChange | undefined) =>
  change ? (change.isMore ? 'bg-good-soft/45' : 'bg-bad-soft/45') : '';

function AreaRow({ area, now, chosen, change, giver, isReadOnly, onChoose }: AreaRowProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const Icon = areaIcons[area];
  const name = t(`common:areas.${area}`);
  return (
    <div
      role="radiogroup"
      aria-label={t('accounts:roles.matrix.level', { area: name })}
      className={`${columns} min-h-8.5 py-1 ${rowTone(change)}`}
    >
      <span className={`flex min-w-0 items-center gap-2 ${change ? 'font-semibold' : ''}`}>
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-second" />
        <span className="min-w-0">{name}</span>
      </span>
      {choices.map((choice) =>
        choice !== 'none' && !hasLevel(area, choice) ? (
          <span key={choice} aria-hidden="true" className="mx-auto size-1 rounded-full bg-ink-third/60" />
        ) : (
          <LevelRadio
            key={choice}
            area={area}
            choice={choice}
            change={change}
            isReadOnly={isReadOnly}
            isNow={choice === now}
            isChosen={choice === chosen}
            isLocked={choice !== 'none' && isAbove(giver, area, choice)}
            onChoose={() => onChoose(choice)}
          />
        ),
      )}
      <span className="min-w-0 ps-2 text-small text-ink-second">
        {chosen !== 'none' && t(`accounts:roles.rights.${area}.${chosen}`)}
      </span>
      <ChangeWords change={change} />
    </div>
  );
}

interface LevelRadioProps {
  area: Area;
  choice: Choice;
  change: AreaChange | undefined;
  isNow: boolean;
  isChosen: boolean;
  isLocked: boolean;
  isReadOnly: boolean;
  onChoose: () => void;
}

function LevelRadio(props: LevelRadioProps) {
  const { area, choice, change, isNow, isChosen, isLocked, isReadOnly, onChoose } = props;
  const { t } = useTranslation(['accounts', 'common']);
  const level = t(`common:levels.${choice}`);
  const does = choice === 'none' ? undefined : t(`accounts:roles.rights.${area}.${choice}`);
  const filled = change
    ? change.isMore
      ? 'border-good bg-good'
      : 'border-bad bg-bad'
    : choice === 'none'
      ? 'border-ink-third bg-ink-third'
      : 'border-accent bg-accent';
  const empty = isNow ? 'border-dashed border-ink-second' : 'border-line-strong border-ink-third/60';
  return (
    <label
      title={isLocked ? t('accounts:roles.matrix.locked', { level }) : does}
      className="relative mx-auto grid size-6 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent pointer-coarse:size-10"
    >
      <input
        type="radio"
        name={`area-${area}`}
        aria-label={
          isLocked ? t('accounts:roles.matrix.locked', { level }) : does ? `${level}: ${does}` : level
        }
        checked={isChosen}
        disabled={isLocked || isReadOnly}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none disabled:cursor-not-allowed"
      />
      {isLocked && !isChosen ? (
        <Lock aria-hidden="true" className="pointer-events-none size-3.5 text-ink-third" />
      ) : (
        <span
          aria-hidden="true"
          className={`pointer-events-none grid size-4.5 place-items-center rounded-full border-[1.5px] ${isChosen ? filled : empty}`}
        >
          {isChosen && <Check className="size-3 text-surface" strokeWidth={3.5} />}
        </span>
      )}
    </label>
  );
}

/** `смотреть → решать`: a change is never told by colour alone. */
function ChangeWords({ change }: { change: AreaChange | undefined }) {
  const { t } = useTranslation('common');
  if (!change) return <span />;
  const word = (level: Level | undefined) => t(`common:levels.${level ?? 'none'}`);
  return (
    <span className="text-small whitespace-nowrap">
      {word(change.from)} <span className="inline-block rtl:-scale-x-100">→</span>{' '}
      <b className={`font-semibold ${change.isMore ? 'text-good' : 'text-bad'}`}>{word(change.to)}</b>
    </span>
  );
}

function PhoneRow({ area, chosen, change, giver, isReadOnly, onChoose }: AreaRowProps) {
  const { t } = useTranslation(['accounts', 'common']);
  const Icon = areaIcons[area];
  const id = `level-${area}`;
  const options = choices
    .filter(
      (choice) =>
        choice === 'none' || choice === chosen || (hasLevel(area, choice) && !isAbove(giver, area, choice)),
    )
    .map((value) => ({ value, label: t(`common:levels.${value}`) }));
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-x-3 gap-y-1 px-4 py-2 ${rowTone(change)}`}
    >
      <label htmlFor={id} className="flex min-w-0 items-center gap-2 font-medium">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-second" />
        {t(`common:areas.${area}`)}
      </label>
      <Select
        id={id}
        value={chosen}
        disabled={isReadOnly}
        options={options}
        onChange={({ target }) => {
          const choice = choices.find((one) => one === target.value);
          if (choice) onChoose(choice);
        }}
      />
      {chosen !== 'none' && (
        <span className="text-small text-ink-second">{t(`accounts:roles.rights.${area}.${chosen}`)}</span>
      )}
      {change && (
        <span className="col-start-2">
          <ChangeWords change={change} />
        </span>
      )}
    </li>
  );
}

function Legend() {
  const { t } = useTranslation('accounts');
  const signs = {
    now: <span className="size-3.5 rounded-full border-[1.5px] border-dashed border-ink-second" />,
    more: <Sign className="bg-good" />,
    less: <Sign className="bg-bad" />,
    locked: <Lock className="size-3.5 text-ink-third" />,
    missing: <span className="size-1 rounded-full bg-ink-third/60" />,
  };
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-2.5 text-small text-ink-second desk:px-5">
      {Object.entries(signs).map(([name, sign]) => (
        <li key={name} className="flex items-center gap-2">
          {sign}
          {t(`accounts:roles.matrix.legend.${name}`)}
        </li>
      ))}
    </ul>
  );
}

function Sign({ className }: { className: string }) {
  return (
    <span className={`grid size-4 place-items-center rounded-full ${className}`}>
      <Check className="size-2.5 text-surface" strokeWidth={3.5} />
    </span>
  );
}
