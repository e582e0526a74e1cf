import { Trash2, Undo2 } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Contact } from '@/components/domain/contact';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { WrittenText } from '@/components/ui/written-text';
import { familyPaths } from '@/contract/core/define';
import type { ContactMessage } from '@/contract/messaging/contact-messages/schema';
import type { DetailsProps } from '@/crud/types';
import { useDelete } from '@/crud/use-delete';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';
import { useMay } from '@/lib/session/rights';
import { AnswerForm } from './answer-form';
import { useContactCall } from './use-contact-call';

export function ContactMessageDetails({ resource, id }: DetailsProps<'contact-messages'>) {
  const { t, i18n } = useTranslation('common');
  const labels = useLabels(resource);
  const askDelete = useDelete(resource);
  const mayWrite = useMay('messages:write');
  const parent = { href: familyPaths(resource).list, label: labels.text('title') };
  return (
    <QueryBoundary query={useOne(resource, id, i18n.language)} parent={parent}>
      {(message) => (
        <>
          <PageHeader
            title={resource.titleOf(message)}
            parent={parent}
            badge={
              <Badge tone={message.is_done ? 'good' : 'warn'}>
                {labels.option('is_done', String(message.is_done))}
              </Badge>
            }
          >
            {mayWrite && (
              <>
                <DoneButton message={message} />
                <Button
                  aria-haspopup="dialog"
                  icon={<Trash2 className="size-4" />}
                  onClick={() => askDelete(message)}
                >
                  {t('common:button-delete')}
                </Button>
              </>
            )}
          </PageHeader>
          <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
            <div className="grid gap-4">
              <Card>
                <WrittenText className="block break-words whitespace-pre-line" text={message.description} />
              </Card>
              {message.answer === null ? (
                mayWrite && <AnswerForm message={message} />
              ) : (
                <Answer message={message} />
              )}
            </div>
            <Facts message={message} field={labels.field} />
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** Closes a message that needs no answer, or opens it again. */
function DoneButton({ message }: { message: ContactMessage }) {
  const { t } = useTranslation('messaging');
  const { is_done } = message;
  const call = useContactCall(
    message,
    t(is_done ? 'messaging:contact.reopened' : 'messaging:contact.marked'),
  );
  return (
    <Button
      isLoading={call.isPending}
      icon={is_done && <Undo2 className="size-4" />}
      onClick={() => call.mutate({ is_done: !is_done })}
    >
      {t(is_done ? 'messaging:contact.reopen' : 'messaging:contact.done')}
    </Button>
  );
}

function Answer({ message: { answer, answerer, answered_at } }: { message: ContactMessage }) {
  const { t, i18n } = useTranslation('messaging');
  const when = answered_at ? formatDateTime(answered_at, i18n.language) : '';
  return (
    <Card title={t('messaging:contact.answer')}>
      <WrittenText className="block break-words whitespace-pre-line" text={answer ?? ''} />
      <p className="mt-3 text-small text-ink-second">
        {t('messaging:contact.answered', { name: answerer?.name ?? '', when })}
      </p>
    </Card>
  );
}

function Facts({ message, field }: { message: ContactMessage; field: (key: string) => string }) {
  const { t, i18n } = useTranslation('messaging');
  const { name, email, created_at, consent } = message;
  const facts = [
    { key: 'name', label: field('name'), value: <WrittenText text={name} /> },
    {
      key: 'email',
      label: field('email'),
      value: (
        <Contact family="contact-messages" id={message.id} field="email" text={email} right="messages:write">
          <a
            href={`mailto:${email}`}
            className="inline-block content-center rounded-badge break-words text-accent-ink hover:underline pointer-coarse:min-h-10"
          >
            {email}
          </a>
        </Contact>
      ),
    },
    { key: 'created_at', label: field('created_at'), value: formatDateTime(created_at, i18n.language) },
    {
      key: 'consent',
      label: t('messaging:contact.consent'),
      value: consent ? formatDateTime(consent.given_at, i18n.language) : t('messaging:contact.no-consent'),
    },
  ];
  return (
    <Card>
      <FactList isStacked facts={facts} />
    </Card>
  );
}
