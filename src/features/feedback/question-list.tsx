import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { isAllowed } from '@/contract/core/permissions';
import type { Question } from '@/contract/feedback/questions/schema';
import { ListScreen } from '@/crud/list/list-screen';
import type { ListProps, Row } from '@/crud/types';
import { lazyPart } from '@/lib/lazy-part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { AuthorLine } from './author-line';
import { FeedbackCard } from './feedback-card';
import { LongText } from './long-text';
import { ProductCell } from './product-cell';
import { useMayReport } from './use-may-report';
import { Votes } from './votes';

const AnswerMany = lazyPart(() => import('./answer-many'), 'AnswerMany');

/** Row type of the engine is wider than the declaration. */
const asQuestion = (row: Row) => row as Row & Question;

export function QuestionList(props: ListProps) {
  const { shop, resource } = props;
  const { t } = useTranslation(['feedback', 'common']);
  const { open } = useModalActions();
  const mayWrite = useMay('feedback:write');
  const canAnswer = isAllowed(resource.allow.update, usePermissions()) && mayWrite;
  const mayReport = useMayReport();
  const word = (key: string) => t(`feedback:questions.${key}`);
  const draw = (question: Question, key: string) => {
    const { user } = question;
    if (key === 'product') return <ProductCell row={question} shop={shop} />;
    if (key === 'question') return <Talk question={question} canAnswer={canAnswer} />;
    if (key === 'user')
      return user ? <AuthorLine person={user} /> : <span className="text-ink-second">{word('guest')}</span>;
    if (key === 'positive_feedbacks_count') return <Votes figures={question} />;
    return undefined;
  };
  return (
    <ListScreen
      {...props}
      BulkMore={canAnswer ? AnswerMany : undefined}
      cell={(row, key) => draw(asQuestion(row), key)}
      card={(row) => <QuestionCard question={asQuestion(row)} draw={draw} />}
      rowExtra={(row) =>
        canAnswer && asQuestion(row).answer !== null && <EditAnswer question={asQuestion(row)} />
      }
      rowMenu={(row) => {
        const question = asQuestion(row);
        const { id, user_id } = question;
        const canReport = shop !== undefined && mayReport(user_id);
        if (!canAnswer && !canReport) return undefined;
        const about = { type: 'Question', id, title: question.question } as const;
        return (close) => (
          <>
            {canAnswer && (
              <MenuLine
                icon={<SpriteIcon name="pencil" className="size-4" />}
                // Wider screens have a button for it beside the menu.
                className={question.answer === null ? undefined : 'phone:flex! hidden!'}
                close={close}
                onOpen={() => open('REPLY_QUESTION', { question })}
              >
                {word(question.answer === null ? 'reply' : 'edit-answer')}
              </MenuLine>
            )}
            {canReport && (
              <MenuLine
                icon={<SpriteIcon name="flag" className="size-4" />}
                close={close}
                onOpen={() => open('ABUSE_REPORT', about)}
              >
                {word('report')}
              </MenuLine>
            )}
          </>
        );
      }}
    />
  );
}

interface QuestionCardProps {
  question: Question;
  draw: (question: Question, key: string) => ReactNode;
}

function QuestionCard({ question, draw }: QuestionCardProps) {
  const { t } = useTranslation('feedback');
  const { user, created_at: at, answer } = question;
  return (
    <FeedbackCard
      product={draw(question, 'product')}
      state={answer === null && <Badge tone="warn">{t('feedback:questions.waits')}</Badge>}
      author={user}
      at={at}
    >
      {draw(question, 'question')}
    </FeedbackCard>
  );
}

function Talk({ question, canAnswer }: { question: Question; canAnswer: boolean }) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  const word = (key: string) => t(`feedback:questions.${key}`);
  const title = question.product?.name ?? '';
  return (
    <span className="grid max-w-120 min-w-64 gap-1.5 py-1 phone:max-w-none phone:min-w-0">
      <span className="flex gap-2">
        <Mark text={word('question-mark')} label={word('fields.question')} />
        <span className="min-w-0 font-medium">
          <LongText text={question.question} title={title} />
        </span>
      </span>
      {question.answer !== null && (
        <span className="flex gap-2 text-ink-second">
          <Mark text={word('answer-mark')} label={word('fields.answer')} />
          <span className="min-w-0">
            <LongText text={question.answer} title={title} />
          </span>
        </span>
      )}
      {question.answer === null && canAnswer && (
        <span>
          <Button size="small" aria-haspopup="dialog" onClick={() => open('REPLY_QUESTION', { question })}>
            {word('reply')}
          </Button>
        </span>
      )}
      {question.answer === null && !canAnswer && <span className="text-warn">{word('unanswered')}</span>}
    </span>
  );
}

/** A one-letter badge. */
function Mark({ text, label }: { text: string; label: string }) {
  return (
    <span className="shrink-0 font-medium text-ink-second">
      <span aria-hidden="true">{text}</span>
      <span className="sr-only">{label}: </span>
    </span>
  );
}

/** A given answer is edited from the row; a new one is written below the question. */
function EditAnswer({ question }: { question: Question }) {
  const { t } = useTranslation('feedback');
  const { open } = useModalActions();
  return (
    <Button
      variant="ghost"
      className="phone:hidden"
      aria-haspopup="dialog"
      aria-label={t('feedback:questions.edit', { title: question.question })}
      icon={<SpriteIcon name="pencil" className="size-4" />}
      onClick={() => open('REPLY_QUESTION', { question })}
    />
  );
}
