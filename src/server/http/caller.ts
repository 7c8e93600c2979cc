/** Who has sent a body. */
export interface Caller {
  /** Nobody reads the answer any more. */
  isGone(): boolean;
  /** For what is to be done when the answer has been sent, or nobody reads it any more; to be told before there is one. */
  onClose(listener: () => void): void;
}
