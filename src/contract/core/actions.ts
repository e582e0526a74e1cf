import { action, as } from '@/contract/core/action';
import type { Attachment } from './define';
import { directUploadSchema, sentPartsSchema } from './files/direct-upload';
import type { BackgroundJob, BackgroundJobs } from './jobs';
import { adminOnly, adminOwnerStaff, signedIn } from './permissions';
import { presenceSchema } from './presence';

/** What can be asked of core, besides the rows of its families. */

export const uploadAttachments = action('POST attachments', 'Stores pictures and files.', {
  right: 'own',
  allow: signedIn,
  sends: as<FormData>(),
  answer: as<Attachment | Attachment[]>(),
});
export const getAttachment = action(
  'GET attachments/:id',
  "One of the person's own files with fresh links.",
  { right: 'own', allow: signedIn, answer: as<Attachment>() },
);
export const removeAttachment = action(
  'DELETE attachments/:id',
  "Removes a file that the person uploaded (an administrator without a role: anybody's).",
  { right: 'own', allow: signedIn },
);
export const beginUpload = action(
  'POST attachments/direct',
  'Lets a browser upload a file directly to the storage, which enforces the announced size.',
  { right: 'own', allow: signedIn, body: directUploadSchema },
);
export const finishUpload = action(
  'POST attachments/direct/:id',
  'Makes an attachment of an uploaded file, checked like any other: by its content, not by what was announced.',
  { right: 'own', allow: signedIn, body: sentPartsSchema },
);
export const getUpload = action('GET uploads/*', 'A public picture.', { right: 'own', allow: 'public' });
export const getFile = action('GET files/*', 'A file behind a signed link.', {
  right: 'own',
  allow: 'public',
});
export const listJobs = action(
  'GET jobs',
  'What runs, what failed (the latest first) and when each schedule runs next.',
  { right: 'integrations:read', allow: adminOnly, capability: 'jobs', answer: as<BackgroundJobs>() },
);
export const retryJob = action('POST jobs/:id/retry', 'Runs a failed job once more, or a schedule now.', {
  right: 'integrations:write',
  allow: adminOnly,
  capability: 'jobs',
  answer: as<BackgroundJob>(),
});
export const reportPresence = action(
  'POST presence',
  'Says that an edit form is open or closed, and answers who else edits the record.',
  { right: 'own', allow: adminOwnerStaff, capability: 'presence', body: presenceSchema },
);
export const openLive = action('GET live', 'Events for the person, as they happen.', {
  right: 'own',
  allow: adminOwnerStaff,
  capability: 'live',
});

/** Answered without a session, by `core/http/health-routes.ts`. @public */
export const readHealth = action('GET health', 'Whether the process is ready to answer.', {
  right: 'own',
  allow: 'public',
});
/** Answered without a session, by `core/http/health-routes.ts`. @public */
export const readLiveness = action('GET health/live', 'Whether the process runs.', {
  right: 'own',
  allow: 'public',
});
