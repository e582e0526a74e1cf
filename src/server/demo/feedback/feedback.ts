import { typed } from '@/server/demo/typed';
import demoBadQuestionsData from './bad-questions.json';
import demoComplaintsData from './complaints.json';
import demoQuestionsData from './questions.json';
/** Questions of the demo's customers, and what the shops answered; without an answer they wait. */
export const demoQuestions =
  typed<readonly (readonly [question: string, answer?: string])[]>(demoQuestionsData);

interface DemoComplaint {
  rating: number;
  comment: string;
  /** Complaints, the shop's owner's first. */
  reports: readonly string[];
  /** Decided already: they were groundless, or the review was removed. */
  decided?: 'accepted' | 'declined';
  note?: string;
}

/** Reviews that break the rules, each on a product of its own; what of them was complained of. */
export const demoComplaints = typed<readonly DemoComplaint[]>(demoComplaintsData);

/** Questions that were complained of. */
export const demoBadQuestions =
  typed<readonly (readonly [question: string, report: string])[]>(demoBadQuestionsData);
