"""Where the money of each person goes: IBANs and pay links, and the codes that banking apps read."""
