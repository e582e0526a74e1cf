/** The answer, or a failure with `late` when it is not there after `ms`; what it becomes afterwards is dropped. */
export async function inTime<Result>(
  answer: Promise<Result>,
  ms: number,
  late: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  // A late failure would be an unhandled rejection.
  answer.catch(() => {});
  return Promise.race([answer, end]).finally(() => clearTimeout(timer));
}
