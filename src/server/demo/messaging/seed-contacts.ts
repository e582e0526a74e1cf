import { createHash } from 'node:crypto';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { typed } from '@/server/demo/typed';
import contactsData from './contact-messages.json';
import newsletterData from './newsletter.json';

interface DemoContact {
  subject: string;
  name: string;
  email: string;
  description: string;
  /** Before now. */
  hours: number;
  answer?: string;
  done?: boolean;
}

interface DemoSubscriber {
  email: string;
  status: 'waiting' | 'subscribed' | 'unsubscribed';
  /** Before now. */
  days: number;
  note?: string;
}

const hour = 3600_000;

export async function seedContactMessages({ db, now, people }: SeedCtx): Promise<void> {
  const rows = typed<readonly DemoContact[]>(contactsData).map(
    ({ hours, answer = null, done, ...message }) => {
      const created_at = new Date(now.getTime() - hours * hour);
      const answered_at = answer === null ? null : new Date(created_at.getTime() + 2 * hour);
      const answered_by = answer === null ? null : seededId(people, 'admin');
      const is_done = answer !== null || done === true;
      return {
        ...message,
        answer,
        answered_at,
        answered_by,
        is_done,
        created_at,
        updated_at: answered_at ?? created_at,
      };
    },
  );
  await db.insertInto('contact_messages').values(rows).execute();
}

export async function seedNewsletter({ db, now }: SeedCtx): Promise<void> {
  const rows = typed<readonly DemoSubscriber[]>(newsletterData).map(
    ({ email, status, days, note = null }) => {
      const created_at = new Date(now.getTime() - days * 24 * hour);
      const subscribed_at = status === 'waiting' ? null : new Date(created_at.getTime() + hour / 2);
      const unsubscribed_at = status === 'unsubscribed' ? new Date(created_at.getTime() + 72 * hour) : null;
      const consent = subscribed_at && { documents: [], ip: '127.0.0.1', given_at: subscribed_at };
      return {
        email,
        status,
        note,
        subscribed_at,
        unsubscribed_at,
        created_at,
        updated_at: unsubscribed_at ?? subscribed_at ?? created_at,
        consent: consent && JSON.stringify(consent),
        // The same in every demo, as all of its data.
        unsubscribe_secret: createHash('sha256').update(email).digest('base64url').slice(0, 24),
      };
    },
  );
  await db.insertInto('newsletter_subscribers').values(rows).execute();
}
