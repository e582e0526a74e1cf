import { useTranslation } from 'next-i18next/pages';
import { PersonLink } from '@/components/domain/person-link';
import { TableFrame } from '@/components/table/table-frame';
import { Button } from '@/components/ui/button';
import { familyRight } from '@/contract/access';
import { holds } from '@/contract/core/areas';
import { neverPurged, type TrashEntry } from '@/contract/insights/activity';
import { formatDateTime } from '@/lib/format/format';
import { usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';
import { useRestore } from './use-trash';

const cell =
  'border-b border-line-faint px-3 py-2.5 align-middle group-last:border-b-0 first:ps-4 last:pe-4 phone:block phone:border-0 phone:p-0!';

/** Removed rows with their actions; cards on phones. */
export function TrashTable({ rows }: { rows: readonly TrashEntry[] }) {
  const { t } = useTranslation('insights');
  return (
    <TableFrame
      label={t('insights:trash.title')}
      headings={[
        { key: 'title', text: t('insights:trash.fields.title') },
        { key: 'family', text: t('insights:trash.fields.family') },
        { key: 'deleted', text: t('insights:trash.deleted') },
        { key: 'restore', text: t('insights:trash.restore'), isHidden: true },
      ]}
    >
      {rows.map((row) => (
        <Row key={`${row.family} ${row.id}`} row={row} />
      ))}
    </TableFrame>
  );
}

function Row({ row }: { row: TrashEntry }) {
  const { t, i18n } = useTranslation(['insights', 'common']);
  const { family, id, title, user, deleted_at } = row;
  return (
    <tr className="group phone:grid phone:gap-1 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0">
      <td className={`${cell} w-full min-w-0`}>
        <span className="line-clamp-2 font-medium break-words">{title}</span>
        <span className="block text-small text-ink-second">
          {t('insights:activity.number', { id })}
          <span className="hidden phone:inline"> · {t(`common:families.${family}`)}</span>
        </span>
      </td>
      <td className={`${cell} whitespace-nowrap phone:hidden`}>{t(`common:families.${family}`)}</td>
      <td className={`${cell} whitespace-nowrap phone:text-small phone:whitespace-normal`}>
        {user ? <PersonLink person={user} /> : t('insights:trash.system')}
        <time dateTime={deleted_at} className="block text-small text-ink-second phone:ms-2 phone:inline">
          {formatDateTime(deleted_at, i18n.language)}
        </time>
      </td>
      <td className={`${cell} text-end whitespace-nowrap phone:mt-1.5 phone:text-start`}>
        <Actions row={row} />
      </td>
    </tr>
  );
}

function Actions({ row }: { row: TrashEntry }) {
  const { t } = useTranslation('insights');
  const { open } = useModalActions();
  const restore = useRestore(row);
  const permissions = usePermissions();
  const { family, id, title } = row;
  const right = familyRight(family, 'write');
  if (right && !holds(permissions, right)) return null;
  return (
    <span className="inline-flex gap-2 phone:flex-wrap">
      <Button
        size="small"
        isLoading={restore.isPending}
        aria-label={t('insights:trash.restore-of', { title })}
        onClick={() => restore.mutate()}
      >
        {t('insights:trash.restore')}
      </Button>
      {!neverPurged.includes(family) && (
        <Button
          size="small"
          variant="ghost"
          className="text-bad!"
          aria-label={t('insights:trash.purge-of', { title })}
          onClick={() => open('PURGE_RECORD', { family, id, title })}
        >
          {t('insights:trash.purge')}
        </Button>
      )}
    </span>
  );
}
