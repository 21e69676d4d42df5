// A fault that the operator can mend: told in Korean and English, without a stack.
export class OperatorFault extends Error {
  constructor(ko: string, en: string, options?: ErrorOptions) {
    super(`${ko}\n${en}`, options);
    this.name = 'OperatorFault';
  }
}
