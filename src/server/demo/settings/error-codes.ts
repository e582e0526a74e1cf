import { typed } from '@/server/demo/typed';
import errorCodesData from './error-codes.json';
export interface DemoErrorCode {
  code: string;
  status: number | null;
  title: string;
  message: string;
  description?: string;
  english: [title: string, message: string];
}

export const errorCodes = typed<readonly DemoErrorCode[]>(errorCodesData);
