import { typed } from '@/server/demo/typed';
import demoBadQuestionsData from './bad-questions.json';
import demoComplaintsData from './complaints.json';
import demoQuestionsData from './questions.json';
/** Questions of the demo's customers with the shops' answers; unanswered ones wait. */
export const demoQuestions =
  typed<readonly (readonly [question: string, answer?: string])[]>(demoQuestionsData);

interface DemoComplaint {
  rating: number;
  comment: string;
  /** Complaints, the shop owner's first. */
  reports: readonly string[];
  /** Decided: declined as groundless, or accepted and the review removed. */
  decided?: 'accepted' | 'declined';
  note?: string;
}

/** Reviews that break the rules, each on its own product, with the complaints. */
export const demoComplaints = typed<readonly DemoComplaint[]>(demoComplaintsData);

/** Questions with complaints. */
export const demoBadQuestions =
  typed<readonly (readonly [question: string, report: string])[]>(demoBadQuestionsData);
