import { action, as, type ById, type SentInput, type WithVersion } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, adminOwner, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import type { Settings } from '.';
import {
  type Approval,
  type ApprovalRules,
  type ApprovalRulesInput,
  approvalRulesSchema,
  confirmApprovalSchema,
  declineApprovalSchema,
} from './approvals';
import type { DeliveryCity, DeliveryPoint, Geocode } from './delivery';
import type { AddressSuggestion, BankInfo, OrganisationInfo, SbpMember } from './lookups';
import type { OutboxLetter, OutsideState } from './outside';
import type { SavedView } from './saved-views';
import { savedViewSchema } from './saved-views/schema';
import type { Term } from './terms-and-conditions/schema';

/** What can be asked of settings, besides the rows of its families. */

/** The keys of one tab. */
interface SettingsChange extends WithVersion {
  language: string;
  options: Record<string, unknown>;
}

export const listDeliveryTimes = action(
  'GET delivery-times',
  'The delivery slots of the settings, as records of the dialect.',
  { right: 'own', allow: 'public' },
);
export const getDeliveryTime = action('GET delivery-times/:key', 'One slot of delivery.', {
  right: 'own',
  allow: 'public',
});
export const currentAppVersion = action(
  'GET app-versions/current',
  'Whether a build must or should update.',
  { right: 'own', allow: 'public' },
);
export const getSettings = action(
  'GET settings',
  'Settings that everybody may read, in the language asked for.',
  {
    right: 'settings:read',
    allow: 'public',
    answer: as<Settings>(),
  },
);
export const saveSettings = action(
  'POST settings',
  'Stores the settings that were sent and leaves the rest.',
  { right: 'settings:write', allow: adminOnly, sends: as<SettingsChange>(), answer: as<Settings>() },
);
export const suggestAddresses = action(
  'GET suggest/address',
  'Addresses that begin with what was typed; none for less than three characters.',
  {
    right: 'own',
    allow: adminOwnerStaff,
    capability: 'suggest',
    answer: as<AddressSuggestion[]>(),
  },
);
export const findOrganisations = action('GET organizations/info', 'Companies by their tax number.', {
  right: 'own',
  allow: adminOwnerStaff,
  answer: as<OrganisationInfo[]>(),
});
export const findBank = action('GET banks/info', 'A bank by its BIC.', {
  right: 'own',
  allow: adminOwnerStaff,
  answer: as<BankInfo>(),
});
export const listSbpMembers = action('GET sbp/members', 'The banks that take part in transfers by phone.', {
  right: 'own',
  allow: adminOwnerStaff,
  answer: as<SbpMember[]>(),
});
export const findCities = action(
  'GET cities',
  'Cities of the delivery service by name; none for less than two characters.',
  {
    right: 'own',
    allow: signedIn,
    answer: as<DeliveryCity[]>(),
  },
);
export const findPoints = action('GET points', 'Points of delivery of a city.', {
  right: 'own',
  allow: signedIn,
  answer: as<DeliveryPoint[]>(),
});
export const geocode = action('GET geocode', 'Coordinates of an address.', {
  right: 'own',
  allow: signedIn,
  answer: as<Geocode[]>(),
});
export const outsideState = action('GET outside', 'State of each integration and the size of the outbox.', {
  right: 'integrations:read',
  allow: adminOnly,
  capability: 'services',
  answer: as<OutsideState>(),
});
export const listOutboxMessages = action(
  'GET outside/outbox',
  'Emails and SMS without their texts, newest first.',
  { right: 'integrations:read', allow: adminOnly, capability: 'services', answer: as<Page<OutboxLetter>>() },
);
export const sendTestLetter = action(
  'POST outside/test-letter',
  "A letter to the person's own address, by the outbox like any other, whose list says whether it left.",
  { right: 'integrations:write', allow: adminOnly, capability: 'services', answer: as<{ to: string }>() },
);
export const retryOutboxMessages = action('POST outside/outbox/retry', 'Retries all failed messages.', {
  right: 'integrations:write',
  allow: adminOnly,
  capability: 'services',
  answer: as<{ count: number }>(),
});
export const retryOutboxMessage = action(
  'POST outside/outbox/:id/retry',
  'Schedules a message for another 24 hours.',
  { right: 'integrations:write', allow: adminOnly, capability: 'services', answer: as<OutboxLetter>() },
);
export const listViews = action('GET saved-views', "The user's own views of a list, then the shared ones.", {
  right: 'own',
  allow: adminOwnerStaff,
  capability: 'saved-views',
  answer: as<SavedView[]>(),
});
export const addView = action('POST saved-views', 'Creates a view of the user.', {
  right: 'own',
  allow: adminOwnerStaff,
  capability: 'saved-views',
  created: true,
  body: savedViewSchema,
  answer: as<SavedView>(),
});
export const changeView = action(
  'PUT, PATCH saved-views/:key',
  "Renames, shares or overwrites the user's own view.",
  {
    right: 'own',
    allow: adminOwnerStaff,
    capability: 'saved-views',
    sends: as<Partial<SentInput<typeof savedViewSchema>> & WithVersion>(),
    answer: as<SavedView>(),
  },
);
export const removeView = action(
  'DELETE saved-views/:key',
  "Deletes the user's own view permanently, without trash.",
  { right: 'own', allow: adminOwnerStaff, capability: 'saved-views' },
);
export const readRules = action(
  'GET approvals/rules',
  'Which actions ask a second person, and from which sum.',
  { right: 'parts', allow: adminOnly, capability: 'approvals', answer: as<ApprovalRules>() },
);
export const saveRules = action(
  'PUT approvals/rules',
  'Changes which actions ask a second person; itself confirmed by one.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'approvals',
    body: approvalRulesSchema,
    sends: as<ApprovalRulesInput>(),
    answer: as<ApprovalRules>(),
  },
);
export const listRequests = action(
  'GET approvals',
  "Requests that wait for the person's decision, the person's own, or those that have ended; of one record with `family` and `row_id`, then with today's figures.",
  { right: 'parts', allow: adminOwner, capability: 'approvals', answer: as<Page<Approval>>() },
);
export const getRequest = action('GET approvals/:key', 'One request for a second person.', {
  right: 'parts',
  allow: adminOwner,
  capability: 'approvals',
  answer: as<Approval>(),
});
export const confirmRequest = action(
  'POST approvals/:key/confirm',
  'Does what was asked, once, as the confirming person.',
  {
    right: 'parts',
    allow: adminOnly,
    capability: 'approvals',
    confirm: true,
    body: confirmApprovalSchema,
    answer: as<Approval>(),
  },
);
export const declineRequest = action(
  'POST approvals/:key/decline',
  'A second person declines what was prepared.',
  {
    right: 'parts',
    allow: adminOnly,
    capability: 'approvals',
    body: declineApprovalSchema,
    answer: as<Approval>(),
  },
);
export const withdrawRequest = action(
  'POST approvals/:key/withdraw',
  'Whoever prepared an action takes it back.',
  { right: 'parts', allow: adminOwner, capability: 'approvals', answer: as<Approval>() },
);
export const approveTerm = action('POST approve-terms-and-conditions', 'Approves a condition of a shop.', {
  right: 'content:write',
  allow: adminOnly,
  sends: as<ById>(),
  answer: as<Term>(),
});
export const disapproveTerm = action(
  'POST disapprove-terms-and-conditions',
  'Takes the approval of a condition back.',
  { right: 'content:write', allow: adminOnly, sends: as<ById>(), answer: as<Term>() },
);
