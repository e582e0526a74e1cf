import { useTranslation } from 'next-i18next/pages';
import { PersonLink } from '@/components/domain/person-link';
import { FactList } from '@/components/ui/fact-list';
import type { AuthorHistory } from '@/contract/feedback/abusive-reports';
import type { FeedbackPerson } from '@/contract/feedback/subject';
import { formatDate, formatNumber } from '@/lib/format/format';

interface AuthorFactsProps {
  author: AuthorHistory;
  person: FeedbackPerson | null;
}

/** The author's feedback and complaint history, for the moderation decision. */
export function AuthorFacts({ author, person }: AuthorFactsProps) {
  const { t, i18n } = useTranslation('feedback');
  const word = (key: string, more = {}) => t(`feedback:feedback.author.${key}`, more);
  const number = (value: number) => formatNumber(value, i18n.language);
  const ofWhich = (all: number, key: string, some: number) =>
    some > 0 ? `${number(all)}, ${word(key, { number: number(some) })}` : number(all);
  const facts = [
    { key: 'since', value: formatDate(author.since) },
    { key: 'reviews', value: ofWhich(author.reviews, 'removed', author.reviews_removed) },
    ...(author.average_rating === null
      ? []
      : [{ key: 'average', value: `${number(author.average_rating)} ★` }]),
    { key: 'questions', value: ofWhich(author.questions, 'removed', author.questions_removed) },
    {
      key: 'against',
      value: ofWhich(author.reports_against, 'accepted', author.reports_against_accepted),
    },
    { key: 'by', value: ofWhich(author.reports_by, 'accepted', author.reports_by_accepted) },
  ];
  return (
    <section aria-label={word('title')} className="rounded-control bg-sunken p-4">
      <h2 className="font-semibold">{word('title')}</h2>
      {person && (
        <p className="mt-1 mb-3.5 break-words">
          <PersonLink person={person} />
          {person.email && <span className="block text-small text-ink-second">{person.email}</span>}
        </p>
      )}
      <FactList isStacked facts={facts.map((fact) => ({ ...fact, label: word(fact.key) }))} />
    </section>
  );
}
