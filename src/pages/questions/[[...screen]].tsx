import words from '@locales/ru/resources.json?questions';
import { questions } from '@/contract/feedback/questions';
import { resourcePage } from '@/crud/resource-page';
import { QuestionList } from '@/features/feedback/question-list';

export default resourcePage(questions, words.questions, { List: QuestionList });
