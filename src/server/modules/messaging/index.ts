import type { Jobs } from '@/server/core/jobs/job';
import { defineModule } from '@/server/core/module';
import { forgetApprovalUndos } from './approval-undos';
import { contactMessagesService } from './contact/contact-messages';
import { contactRoutes } from './contact/routes';
import { mailUnread } from './conversations/message-mail';
import { conversationRoutes } from './conversations/routes';
import { sendDigests } from './digests';
import { forgetPeople } from './forget-people';
import { newsletterSubscribersService } from './newsletter/newsletter';
import { newsletterJob, newslettersService } from './newsletter/newsletters';
import { newsletterRoutes } from './newsletter/routes';
import { writeNewsletter } from './newsletter/write-newsletter';
import { announceDue } from './notices/notice-announcements';
import { storeNoticeRoutes } from './notices/routes';
import { storeNoticesService } from './notices/store-notices';
import { type SendJobDeps, sendJobs } from './outbox-worker';
import { replyTemplatesService } from './reply-templates';
import { devRoutes, notificationRoutes } from './routes';

const minute = 60_000;

const jobs: Jobs<SendJobDeps> = (deps, log) => [
  ...sendJobs(deps, log),
  { kind: 'scheduled', name: 'unread-message-emails', everyMs: minute, run: ({ ctx }) => mailUnread(ctx) },
  {
    kind: 'scheduled',
    name: 'due-notices',
    everyMs: 10 * minute,
    run: ({ ctx }) => announceDue(ctx),
  },
  {
    kind: 'scheduled',
    name: 'digests',
    everyMs: 10 * minute,
    run: ({ ctx }) => sendDigests(ctx),
  },
  { kind: 'queued', name: newsletterJob, maxFailures: 5, concurrency: 1, run: writeNewsletter },
  {
    kind: 'scheduled',
    name: 'approval-undos',
    everyMs: 60 * minute,
    run: ({ ctx }) => forgetApprovalUndos(ctx),
  },
  { kind: 'scheduled', name: 'forgotten-people', everyMs: 60 * minute, run: ({ ctx }) => forgetPeople(ctx) },
];

/** Outbox, e-mails, SMS, notifications, notices, conversations, contact form, newsletter and digests. */
export const messaging = defineModule({
  routes: [
    notificationRoutes,
    storeNoticeRoutes,
    conversationRoutes,
    contactRoutes,
    newsletterRoutes,
    devRoutes,
  ],
  effects: {
    events: {
      message: 'a message was written in a conversation',
      seen: 'one side of a conversation has read it',
      notice: 'a notice was sent, changed, withdrawn or read',
      feedback: 'somebody used the contact form, or a message of it was answered or done',
      notification: 'a person has a new notification, or has read some',
    },
  },
  resources: {
    'store-notices': storeNoticesService,
    'contact-messages': contactMessagesService,
    'newsletter-subscribers': newsletterSubscribersService,
    newsletters: newslettersService,
    'reply-templates': replyTemplatesService,
  },
  jobs,
});
