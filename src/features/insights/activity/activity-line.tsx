import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { PersonLink } from '@/components/domain/person-link';
import { Link } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { undoFamilies } from '@/contract/core/history';
import type { ActivityEntry } from '@/contract/insights/activity';
import { formatDateTime } from '@/lib/format/format';
import { leafChanges } from '@/lib/format/history-changes';
import { lazyPart } from '@/lib/lazy-part';
import { useModalActions } from '@/state/modal';
import { familyKeys } from './family-keys';
import { useActionWord } from './use-action-word';
import type { ActivityState } from './use-activity-state';

// Loads the translations of all families only when a change is expanded.
const ActivityChanges = lazyPart(
  () => import('@/components/domain/history-changes'),
  'HistoryChanges',
  () => <Skeleton className="mt-1 h-5 w-64 max-w-full" />,
);

interface ActivityLineProps {
  line: ActivityEntry;
  onFilter: ActivityState['filter'];
}

const quiet =
  'rounded-badge text-accent-ink underline decoration-accent-ink/40 underline-offset-2 hover:decoration-accent-ink';

/** A log entry: actor, action, record, time and address; changes expand. */
export function ActivityLine({ line, onFilter }: ActivityLineProps) {
  const { t, i18n } = useTranslation('insights');
  const actionWord = useActionWord();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // A creation has no changes to show.
  const count = line.action === 'create' ? 0 : leafChanges(line.changes).length;
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 break-words">
          <span className="font-medium">{actionWord(line.action)}</span>
          <Subject line={line} />
        </p>
        <p className="text-small text-ink-second">
          <time dateTime={line.at}>{formatDateTime(line.at, i18n.language)}</time>
        </p>
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-small text-ink-second">
        <Actor line={line} />
        {line.shop && line.family !== 'shops' && (
          <Link
            href={`/${encodeURIComponent(line.shop.slug ?? '')}`}
            className="inline-flex items-center rounded-badge hover:text-accent-ink hover:underline pointer-coarse:min-h-10"
          >
            {line.shop.name}
          </Link>
        )}
        {count > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-changes`}
            className={`${quiet} inline-flex items-center gap-1 pointer-coarse:min-h-10`}
            onClick={() => setOpen(!isOpen)}
          >
            {t('insights:activity.details')}: {t('insights:activity.changes', { count })}
            <SpriteIcon name="chevron-down" className={`size-3.5 ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        )}
      </p>
      <div id={`${id}-changes`} hidden={!isOpen}>
        {isOpen && <Opened line={line} onFilter={onFilter} />}
      </div>
    </li>
  );
}

function Actor({ line }: { line: ActivityEntry }) {
  const { t } = useTranslation('insights');
  return (
    <span>
      {line.user ? <PersonLink person={line.user} /> : t('insights:history.system')}
      {line.ip && `, ${t('insights:history.from', { ip: line.ip })}`}
    </span>
  );
}

/** A saved form or translation, which can be put back. */
const isSave = ({ family, action, changes }: ActivityEntry) =>
  undoFamilies.some((one) => one === family) &&
  /^(update$|translate:)/.test(action) &&
  Object.keys(changes).length > 0;

/** Expanded changes, which can be undone, with a link to the record's history. */
function Opened({ line, onFilter }: ActivityLineProps) {
  const { t } = useTranslation('insights');
  const { open } = useModalActions();
  return (
    <div className="mt-2 rounded-control bg-sunken px-3 py-2">
      <ActivityChanges family={line.family} entry={line} />
      {isSave(line) && (
        <button
          type="button"
          className={`${quiet} me-4 mt-2 text-small pointer-coarse:min-h-10`}
          onClick={() => open('UNDO_SAVE', { family: line.family, entry: line })}
        >
          {t('insights:history.undo')}
        </button>
      )}
      {line.row_id !== null && (
        <button
          type="button"
          className={`${quiet} mt-2 text-small pointer-coarse:min-h-10`}
          onClick={() => onFilter({ family: line.family, row: String(line.row_id) })}
        >
          {t('insights:activity.history')}
        </button>
      )}
    </div>
  );
}

/** The family and the record; left out where the action is enough: «Вход». */
function Subject({ line }: { line: ActivityEntry }) {
  const { t } = useTranslation(['common', 'insights']);
  const { action, family, path } = line;
  if (family === 'sessions' && action.startsWith('sign-in')) return null;
  const word = t(familyKeys(family), { defaultValue: family });
  // There is only one row of settings: its id is meaningless.
  const isOnly = family === 'settings';
  return (
    <>
      {' · '}
      {isOnly ? <PathLink path={path} text={word} /> : word}
      {!isOnly && <Record line={line} />}
    </>
  );
}

/** Link to the record's page, or to the trash when it was removed. */
function Record({ line: { row_id, title, path, is_removed, family } }: { line: ActivityEntry }) {
  const { t } = useTranslation('insights');
  // The row of a session is the user, already shown as the actor.
  if (row_id === null || family === 'sessions') return null;
  const isNumber = title === null || title === String(row_id);
  const name = isNumber ? t('insights:activity.number', { id: row_id }) : title;
  return (
    <>
      {': '}
      <PathLink path={path} text={name} />
      {is_removed && (
        <>
          {' '}
          <Link
            href={`/activity/trash?family=${encodeURIComponent(family)}`}
            className="rounded-badge text-small text-ink-second underline decoration-dotted hover:text-accent-ink"
          >
            {t('insights:activity.removed')}
          </Link>
        </>
      )}
    </>
  );
}

/** Plain text where there is no page. */
function PathLink({ path, text }: { path: string | null; text: string }) {
  if (!path) return text;
  return (
    <Link href={path} className={quiet}>
      {text}
    </Link>
  );
}
