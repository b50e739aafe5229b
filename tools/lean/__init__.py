"""Make the built pages light: what a page does not need to be read is not sent, or sent later."""
